import { customerResetPasswordForm } from "@verandah/contract/auth/auth-forms.ts";
import * as contract from "@verandah/contract/auth/auth.ts";
import { AppError } from "@verandah/contract/problems.ts";
import { roles } from "@verandah/contract/roles.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";

import { mount } from "#core/mount.ts";
import { createQueuePerKey } from "#core/queue-per-key.ts";

import { completeReset, forgotPassword, resetPassword } from "./auth-passwords.service.ts";
import { type AuthParts, getSession, listOwnCampuses, login, logout, switchCampus } from "./auth.service.ts";
import { countCall } from "./call-limits.service.ts";

/** Logins per minute from one address, and for one name from one address. Wrong passwords are also counted for longer. */
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
  // PostgreSQL cannot store a NUL character; such a name is rejected afterwards.
  return name.replaceAll("\0", "").trim().toLowerCase().slice(0, 100);
}

/** A handler that allows `max` calls of a key in a minute. */
function limitOf(app: FastifyInstance, max: number, keyOf: (request: FastifyRequest) => string) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const ctx = app.parts.openCtx(request);
    const nextAt = await countCall(ctx, keyOf(request), { max, windowMs: LIMIT_WINDOW_MS });
    if (!nextAt) return;
    reply.header("retry-after", Math.ceil((nextAt.getTime() - ctx.now().getTime()) / 1_000));
    throw new AppError("too-many-requests");
  };
}

export function authRoutes(app: FastifyInstance, parts: AuthParts & { isHttps: boolean }): void {
  const byAddress = limitOf(app, ADDRESS_LIMIT, ({ ip }) => `login ${ip}`);
  const byName = limitOf(app, NAME_LIMIT, (request) => `login ${request.ip} ${nameOf(request)}`);
  // A separate limit, so that a user who requests a link can still log in.
  const mailsByAddress = limitOf(app, MAIL_LIMIT, ({ ip }) => `mail ${ip}`);
  const enqueue = createQueuePerKey();
  const cookie = { path: "/", sameSite: "strict", secure: parts.isHttps } as const;

  function clearCookies(reply: FastifyReply): void {
    reply.clearCookie("token", cookie).clearCookie("role", cookie);
  }

  /** Stores the session in the browser, which sends it with each call. */
  function setCookies(reply: FastifyReply, { token, role }: contract.LoginReply): void {
    const maxAge = contract.SESSION_LIFETIME_MS / 1_000;
    reply
      .setCookie("token", token.replace(/^JWT /, ""), { ...cookie, httpOnly: true, maxAge })
      .setCookie("role", String(role.id), {
        ...cookie,
        // The page of a pump customer shows its last data as long as it has this cookie.
        maxAge: role.id === roles.pumpCustomer ? contract.CUSTOMER_DATA_LIFETIME_MS / 1_000 : maxAge,
      });
  }

  mount(
    app,
    contract.login,
    async (ctx, input, { reply }) => {
      // Logins of one name queue here, so that they do not occupy one database connection each.
      const session = await enqueue(input.credentials.username.toLowerCase(), () => login(ctx, input, parts));
      setCookies(reply, session);
      return session;
    },
    { limits: [byAddress, byName] },
  );
  mount(app, contract.logout, async (ctx, _input, { reply }) => {
    clearCookies(reply);
    return logout(ctx);
  });
  mount(app, contract.listOwnCampuses, listOwnCampuses);
  mount(app, contract.switchCampus, async (ctx, input, { reply }) => {
    const session = await switchCampus(ctx, input, parts.tokens);
    setCookies(reply, session);
    return session;
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
