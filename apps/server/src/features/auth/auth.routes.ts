import { customerResetPasswordForm } from "@verandah/contract/auth/auth-forms.ts";
import * as contract from "@verandah/contract/auth/auth.ts";
import { AppError } from "@verandah/contract/problems.ts";
import { roles } from "@verandah/contract/roles.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";

import { mount } from "#core/mount.ts";
import { createQueuePerKey } from "#core/queue-per-key.ts";

import { completeReset, forgotPassword, resetPassword } from "./auth-passwords.service.ts";
import { type AuthParts, getSession, login, logout } from "./auth.service.ts";

/** Logins per minute from one address, and for one name from one address. Wrong passwords are also counted in the database. */
const ADDRESS_LIMIT = 120;
const NAME_LIMIT = 80;
const LIMIT_WINDOW_MS = 60_000;
/** Requests per minute for a mailed link from one address. */
const MAIL_LIMIT = 20;

/** Read before the body is checked, so the values may have any type. */
const namedBody = z.object({
  username: z.string().optional().catch(undefined),
  credentials: z.object({ username: z.string() }).optional().catch(undefined),
});

function nameOf(request: FastifyRequest): string {
  const body = namedBody.safeParse(request.body).data;
  const name = body?.credentials?.username ?? body?.username ?? "";
  return name.trim().toLowerCase().slice(0, 100);
}

/** A limit as a separate handler, so that one request can have two. The handler of the plugin would count both as one limit. */
function limitOf(check: ReturnType<FastifyInstance["createRateLimit"]>) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const limit = await check(request);
    if (limit.isAllowed || !limit.isExceeded) return;
    reply.header("retry-after", limit.ttlInSeconds);
    throw new AppError("too-many-requests");
  };
}

export function authRoutes(app: FastifyInstance, parts: AuthParts & { isHttps: boolean }): void {
  const byAddress = limitOf(app.createRateLimit({ max: ADDRESS_LIMIT, timeWindow: LIMIT_WINDOW_MS }));
  const byName = limitOf(
    app.createRateLimit({
      max: NAME_LIMIT,
      timeWindow: LIMIT_WINDOW_MS,
      keyGenerator: (request) => `${request.ip} ${nameOf(request)}`,
    }),
  );
  // A separate limit, so that a user who requests a link can still log in.
  const mailsByAddress = limitOf(app.createRateLimit({ max: MAIL_LIMIT, timeWindow: LIMIT_WINDOW_MS }));
  const enqueue = createQueuePerKey();
  const cookie = { path: "/", sameSite: "strict", secure: parts.isHttps } as const;

  function clearCookies(reply: FastifyReply): void {
    reply.clearCookie("token", cookie).clearCookie("role", cookie);
  }

  mount(
    app,
    contract.login,
    async (ctx, input, { reply }) => {
      // Logins of one name queue here, so that they do not occupy one database connection each.
      const session = await enqueue(input.credentials.username.toLowerCase(), () => login(ctx, input, parts));
      const maxAge = contract.SESSION_LIFETIME_MS / 1_000;
      reply
        .setCookie("token", session.token.replace(/^JWT /, ""), { ...cookie, httpOnly: true, maxAge })
        .setCookie("role", String(session.role.id), {
          ...cookie,
          // The page of a pump customer shows its last data as long as it has this cookie.
          maxAge:
            session.role.id === roles.pumpCustomer ? contract.CUSTOMER_DATA_LIFETIME_MS / 1_000 : maxAge,
        });
      return session;
    },
    { limits: [byAddress, byName] },
  );
  mount(app, contract.logout, async (ctx, _input, { reply }) => {
    clearCookies(reply);
    return logout(ctx);
  });
  mount(app, contract.getSession, (ctx) => getSession(ctx, parts.sessions));
  mount(app, contract.resetPassword, resetPassword, {
    limits: [byAddress],
    inputFor: (actor) => (actor?.roleId === roles.pumpCustomer ? customerResetPasswordForm : undefined),
  });
  mount(
    app,
    contract.forgotPassword,
    (ctx, input, { request }) => forgotPassword(ctx, input, parts, request.headers.host),
    { limits: [mailsByAddress] },
  );
  mount(app, contract.completeReset, completeReset, { limits: [byAddress] });
}
