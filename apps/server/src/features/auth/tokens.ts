import { AppError } from "@verandah/contract/problems.ts";
import { jwtVerify, SignJWT } from "jose";

const ALGORITHM = "HS256";
const ISSUER = "verandah";
/** Maximum verified tokens in memory, more than one server has in use. */
const VERIFIED_MAX = 10_000;

/** Content of a token: session, user and expiry. */
interface TokenClaims {
  userId: number;
  sessionId: string;
  expiresAt: Date;
}

/** Signs and reads session tokens (JWT, RFC 7519) with the server's secret. */
export interface Tokens {
  sign: (claims: TokenClaims, issuedAt: Date) => Promise<string>;
  /** @throws AppError `session-ended` for a token that is malformed, forged or expired */
  read: (token: string, now: Date) => Promise<{ sessionId: string }>;
}

export function createTokens(secret: string): Tokens {
  const key = Buffer.from(secret, "base64url");
  // Verifying a signature takes longer than the rest of most calls, and its result does not change.
  const verified = new Map<string, { sessionId: string; expiresAtMs: number }>();
  return {
    sign: (claims, issuedAt) =>
      new SignJWT({})
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuer(ISSUER)
        .setSubject(String(claims.userId))
        .setJti(claims.sessionId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(claims.expiresAt)
        .sign(key),
    async read(token, now) {
      const known = verified.get(token);
      if (known && now.getTime() < known.expiresAtMs) return known;
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          currentDate: now,
        });
        if (payload.jti && payload.exp !== undefined) {
          const read = { sessionId: payload.jti, expiresAtMs: payload.exp * 1_000 };
          if (verified.size >= VERIFIED_MAX) verified.clear();
          verified.set(token, read);
          return read;
        }
      } catch (error) {
        throw new AppError("session-ended", { cause: error });
      }
      throw new AppError("session-ended");
    },
  };
}

/** The token from `Authorization: Bearer [JWT ]<token>`, from `JWT <token>`, or from the cookie. */
export function tokenOf(authorization: string | undefined, cookie: string | undefined): string | undefined {
  const bare = authorization
    ?.replace(/^Bearer\s+/i, "")
    .replace(/^JWT\s+/i, "")
    .trim();
  return bare || cookie?.replace(/^JWT\s+/i, "") || undefined;
}
