import { z } from "zod";

import { loginName, newPassword } from "../auth/auth-forms.ts";
import { mailAddress } from "../mail-address.ts";
import { roleIds, roles } from "../roles.ts";
import { idParam, instant, route } from "../route.ts";
import { shownLine } from "../shown-text.ts";

const administrators = [roles.administrator] as const;

const roleId = z.literal(roleIds, { error: "Choose a role" });
const email = z.union([z.literal(""), mailAddress.max(200)]);

const user = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string().nullable(),
  role: z.object({ id: roleId }),
  campus: z.object({ id: z.int(), name: z.string() }),
  building: z.object({ id: z.int(), name: z.string() }),
  createdAt: instant,
  lastLogin: instant.nullable(),
  /** Null: the user may log in. */
  disabledAt: instant.nullable(),
  /** End of the lock by wrong passwords, at an address or at all addresses. */
  lockedUntil: instant.nullable(),
  /** In this campus. */
  isLoggedIn: z.boolean(),
  /** The first campus of an account manages its e-mail address, state and locks; others only its role and building. */
  isManagedHere: z.boolean(),
  hasOtherCampuses: z.boolean(),
});
export type User = z.output<typeof user>;

export const listUsers = route({
  path: "/v1/users",
  summary: "The users of the caller's campus, sorted by name",
  access: administrators,
  topics: ["users", "places"],
  input: z.object({}),
  reply: z.array(user),
});

export const createUser = route({
  path: "/v1/users",
  summary: "Creates a user of the caller's campus",
  access: administrators,
  changes: ["users", "customers"],
  input: z.object({
    username: loginName.pipe(shownLine(100)),
    email: email.default(""),
    password: newPassword,
    role: roleId,
    /** One that the caller may open. */
    campus: idParam.optional(),
    /** The caller's building without it. */
    building: idParam.optional(),
  }),
  sample: { username: "newcomer", password: "Secret123", role: 3 },
  reply: user,
});

export const editUser = route({
  path: "/v1/users/:id/edit",
  summary:
    "Changes a user; fields that are left out stay. A new role, building or state ends the user's session",
  access: administrators,
  changes: ["users", "customers"],
  input: z.object({
    id: idParam,
    email: email.optional(),
    role: roleId.optional(),
    /** One that the caller may open. */
    campus: idParam.optional(),
    building: idParam.optional(),
    disabled: z.boolean().optional(),
  }),
  reply: user,
});

export const addUser = route({
  path: "/v1/users/add",
  summary: "Gives an existing account a role in the caller's campus",
  access: administrators,
  changes: ["users"],
  input: z.object({
    /** The exact user name or e-mail address. */
    account: loginName,
    role: roleId.refine((id) => id !== roles.pumpCustomer, { error: "Choose a role" }),
    /** The caller's building without it. */
    building: idParam.optional(),
  }),
  sample: { account: "newcomer", role: 3 },
  reply: user,
});

export const removeUser = route({
  path: "/v1/users/:id/remove",
  summary: "Takes an account out of the caller's campus; it stays in its other campuses",
  access: administrators,
  changes: ["users"],
  input: z.object({ id: idParam }),
  reply: z.object({ id: z.int() }),
});

export const unlockUser = route({
  path: "/v1/users/:id/unlock",
  summary: "Forgets a user's wrong passwords",
  access: administrators,
  changes: ["users"],
  input: z.object({ id: idParam }),
  reply: user,
});

export const endUserSessions = route({
  ...unlockUser,
  path: "/v1/users/:id/end_sessions",
  summary: "Ends a user's open session and its live streams",
});
