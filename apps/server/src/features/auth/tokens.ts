import { AppError } from "@verandah/contract/problems.ts";
import { jwtVerify, SignJWT } from "jose";

const ALGORITHM = "HS256";
const ISSUER = "verandah";
/** Verified tokens in memory; more than are used at once on one server. */
const VERIFIED_MAX = 10_000;

/** What a token says: which session of which user, until when. */
interface TokenClaims {
  userId: number;
  sessionId: string;
  expiresAt: Date;
}

/** Signs and reads session tokens (JWT, RFC 7519) with the server's secret. */
export interface Tokens {
  sign: (claims: TokenClaims, issuedAt: Date) => Promise<string>;
  /** @throws AppError `session-ended` when it is malformed, forged or expired */
  read: (token: string, now: Date) => Promise<{ sessionId: string }>;
}

export function createTokens(secret: string): Tokens {
  const key = Buffer.from(secret, "base64url");
  // A signature does not change, and to verify it takes longer than the rest of most calls.
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

/** The bare token of `Authorization: Bearer [JWT ]<token>`, of `JWT <token>`, or of the cookie. */
export function tokenOf(authorization: string | undefined, cookie: string | undefined): string | undefined {
  const bare = authorization
    ?.replace(/^Bearer\s+/i, "")
    .replace(/^JWT\s+/i, "")
    .trim();
  return bare || cookie?.replace(/^JWT\s+/i, "") || undefined;
}
