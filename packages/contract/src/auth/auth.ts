import { z } from "zod";

import { everyone, roleIds } from "../roles.ts";
import { idParam, instant, route } from "../route.ts";
import { completeResetForm, forgotPasswordForm, loginForm, resetPasswordForm } from "./auth-forms.ts";

/** Source: spec 1 §9, spec 2 §9. */
export const LOGIN_REDIRECT_MS = 1_000;
export const LOGIN_BANNER_HIDE_MS = 6_000;
export const ACCOUNT_LOCK_MS = 15 * 60_000;
/** Wrong passwords in a row that lock an account. */
export const WRONG_PASSWORDS_MAX = 5;
/** Lifetime of a session without a new login, ms. */
export const SESSION_LIFETIME_MS = 12 * 60 * 60_000;
/** How long a pump customer can see the last data without a network, and without a new login, ms. */
export const CUSTOMER_DATA_LIFETIME_MS = 7 * 24 * 60 * 60_000;
/** How long a mailed reset link works, ms. */
export const RESET_LINK_LIFETIME_MS = 60 * 60_000;

export const loginInput = z.object({
  credentials: z.object(
    { ...loginForm.shape, role: z.enum(["guest", ""]).default("") },
    { error: "Send username and password" },
  ),
  force: z.boolean().default(false),
});

export const session = z.object({
  user: z.object({ id: z.int(), name: z.string() }),
  building: z.object({ id: z.int(), name: z.string() }),
  campus: z.object({ id: z.int(), name: z.string(), timeZone: z.string() }),
  role: z.object({ id: z.literal([1, 2, 3, 4, 5]) }),
  lastLogin: instant.nullable(),
});
export type Session = z.output<typeof session>;

/** Source: spec 1 §3 Login result, spec 2 §3 Session. `token` begins with 'JWT '. */
export const loginReply = session.extend({ token: z.string().startsWith("JWT ") });
export type LoginReply = z.output<typeof loginReply>;

export const login = route({
  path: "/v1/auth/login",
  summary: "Logs in; with force, ends the user's other session",
  access: "public",
  changes: ["users"],
  input: loginInput,
  sample: { credentials: { username: "newcomer", password: "Secret123" } },
  reply: loginReply,
});

export const logout = route({
  path: "/v1/auth/logout",
  summary: "Ends the session",
  access: everyone,
  changes: ["users"],
  input: z.object({}),
  reply: z.object({ message: z.string() }),
});

export const getSession = route({
  path: "/v1/auth/session",
  summary: "The caller's session",
  access: everyone,
  topics: [],
  input: z.object({}),
  reply: session,
});

/** The campuses of the caller, by name. */
export const listOwnCampuses = route({
  path: "/v1/auth/campuses",
  summary: "The caller's campuses, with the role in each",
  access: everyone,
  topics: ["users", "places"],
  input: z.object({}),
  reply: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      role: z.object({ id: z.literal(roleIds) }),
      isOpen: z.boolean(),
    }),
  ),
});

export const switchCampus = route({
  path: "/v1/auth/campus",
  summary: "Opens another campus of the caller in a new session, and ends the present one",
  access: everyone,
  changes: ["users"],
  input: z.object({ campus: idParam }),
  sample: { campus: 1 },
  reply: loginReply,
});

/** Names the campus that a page shows. A call for another campus than that of the session is refused. */
export const CAMPUS_HEADER = "x-campus";

export const resetPassword = route({
  path: "/v1/auth/reset-password",
  summary: "Changes one's own password",
  access: everyone,
  changes: ["users"],
  input: resetPasswordForm,
  sample: { password: "Secret123", new_password: "Secret456", confirm_password: "Secret456" },
  reply: z.object({ message: z.string() }),
});

export const forgotPassword = route({
  path: "/v1/auth/forgot-password",
  summary: "Mails a single-use link; answers the same whether or not the user exists",
  access: "public",
  changes: [],
  input: forgotPasswordForm,
  sample: { username: "newcomer" },
  reply: z.object({ message: z.string() }),
});

export const completeReset = route({
  path: "/v1/auth/forgot-password/complete",
  summary: "Sets a new password by a mailed link, once",
  access: "public",
  changes: ["users"],
  input: completeResetForm,
  sample: { token: "from-the-mail", new_password: "Secret456", confirm_password: "Secret456" },
  reply: z.object({ message: z.string() }),
});

/** The demo accounts that the login page shows; empty unless the demo campus is in use. */
export const listDemoAccounts = route({
  path: "/v1/auth/demo-accounts",
  summary: "Accounts of the demo campus, in demo mode only",
  access: "public",
  topics: [],
  input: z.object({}),
  reply: z.object({
    accounts: z.array(z.object({ username: z.string(), password: z.string(), role: z.literal(roleIds) })),
  }),
});
