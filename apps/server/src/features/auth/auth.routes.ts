import * as contract from "@verandah/contract/auth.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { mount } from "#core/mount.ts";
import { listDemoAccounts } from "#features/users/users.service.ts";

import {
  type AuthParts,
  completeReset,
  forgotPassword,
  getSession,
  login,
  logout,
  resetPassword,
} from "./auth.service.ts";

/** Logins a minute from one address, and for one name. Locking after five wrong passwords stands beside it, in the database. */
const ADDRESS_LIMIT = 120;
const NAME_LIMIT = 80;
const LIMIT_WINDOW_MS = 60_000;

function nameOf(request: FastifyRequest): string {
  const body = request.body as { credentials?: { username?: unknown }; username?: unknown } | undefined;
  const name = body?.credentials?.username ?? body?.username;
  return typeof name === "string" ? name.trim().toLowerCase().slice(0, 100) : "";
}

export function authRoutes(
  app: FastifyInstance,
  parts: AuthParts & { isDemo: boolean; isHttps: boolean },
): void {
  const byAddress = app.rateLimit({ max: ADDRESS_LIMIT, timeWindow: LIMIT_WINDOW_MS, groupId: "login" });
  const byName = app.rateLimit({
    max: NAME_LIMIT,
    timeWindow: LIMIT_WINDOW_MS,
    groupId: "login-name",
    keyGenerator: (request) => `name:${nameOf(request)}`,
  });
  const limits = [byAddress, byName];
  const cookie = { path: "/", sameSite: "strict", secure: parts.isHttps } as const;

  function forgetCookies(reply: FastifyReply): void {
    reply.clearCookie("token", cookie).clearCookie("role", cookie);
  }

  mount(
    app,
    contract.login,
    async (ctx, input, { reply }) => {
      const session = await login(ctx, input, parts);
      const maxAge = contract.SESSION_LIFETIME_MS / 1_000;
      reply
        .setCookie("token", session.token.replace(/^JWT /, ""), { ...cookie, httpOnly: true, maxAge })
        .setCookie("role", String(session.role.id), { ...cookie, maxAge });
      return session;
    },
    { limits },
  );
  mount(app, contract.logout, async (ctx, _input, { reply }) => {
    forgetCookies(reply);
    return logout(ctx);
  });
  mount(app, contract.getSession, getSession);
  mount(app, contract.resetPassword, resetPassword, { limits: [byAddress] });
  mount(app, contract.forgotPassword, (ctx, input) => forgotPassword(ctx, input, parts), { limits });
  mount(app, contract.completeReset, completeReset, { limits: [byAddress] });
  mount(app, contract.listDemoAccounts, async (ctx) => ({
    accounts: parts.isDemo ? await listDemoAccounts(ctx) : [],
  }));
}
