import { AppError } from "@verandah/contract/problems.ts";
import { jwtVerify, SignJWT } from "jose";

const ALGORITHM = "HS256";
const ISSUER = "verandah";

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
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          currentDate: now,
        });
        if (payload.jti) return { sessionId: payload.jti };
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
