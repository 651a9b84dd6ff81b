import { generatePassword } from "@verandah/contract/auth/generate-password.ts";
import { AppError } from "@verandah/contract/problems.ts";
import { type RoleId, roles } from "@verandah/contract/roles.ts";

import { asService, type Ctx, inTransaction } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { mapFirstPumps } from "#features/devices/pump-customers.service.ts";

import { hasRecord, insertRecord } from "./customers.repository.ts";
import { findAnyUser, findUserId, insertUser, listUsernames, lockTable } from "./users.repository.ts";

/** Source: product.md "Who uses it". */
const DEMO_PASSWORD = "Verandah1";
const demoRoles = {
  operator: roles.operator,
  admin: roles.administrator,
  viewer: roles.viewer,
  farmer: roles.pumpCustomer,
  member: roles.member,
} as const satisfies Record<string, RoleId>;

/** The existing demo accounts with their public password. Only demo mode shows them. */
export async function listDemoAccounts(
  ctx: Ctx,
): Promise<{ username: string; password: string; role: RoleId }[]> {
  const names = new Set(await listUsernames(ctx.db));
  return Object.entries(demoRoles)
    .filter(([username]) => names.has(username))
    .map(([username, role]) => ({ username, password: DEMO_PASSWORD, role }));
}

export const hasUsers = asService(findAnyUser);

/** No user is created until the transaction ends. */
export const lockUsers = asService(lockTable);

/** Number of pumps of the demo's pump customer. Source: product.md "Who uses it". */
const DEMO_PUMPS = 2;

/** Record of the demo's pump customer; the birth place is the answer to the security question. */
const demoRecord = { city: "Hoskote", state: "Karnataka", farmSizeHectare: 2, panels: 12 };
const DEMO_BIRTH_PLACE = "hoskote";

interface DemoPlace {
  campusId: number;
  buildingId: number;
}

type HashPassword = (password: string) => Promise<string>;

/** Creates the missing demo accounts, all in one building, and gives the pump customer a record and pumps. */
export async function createDemoUsers(
  ctx: Ctx,
  { campusId, buildingId }: DemoPlace,
  hashPassword: HashPassword,
): Promise<void> {
  const names = new Set(await listUsernames(ctx.db));
  const missing = Object.entries(demoRoles).filter(([username]) => !names.has(username));
  for (const [username, roleId] of missing) {
    const user = { username, email: `${username}@verandah.example`, roleId, campusId, buildingId };
    await createUser(ctx, user, await hashPassword(DEMO_PASSWORD));
  }
  const userId = await findUserId(ctx.db, campusId, "farmer");
  if (userId !== undefined) await equipCustomer(ctx, { userId, campusId }, hashPassword);
}

/** Creates accounts like those of the demo beside those of other campuses: with free names and random passwords. */
export async function createOtherDemoUsers(
  ctx: Ctx,
  { campusId, buildingId }: DemoPlace,
  hashPassword: HashPassword,
): Promise<{ username: string; password: string }[]> {
  const names = new Set((await listUsernames(ctx.db)).map((name) => name.toLowerCase()));
  const accounts: { username: string; password: string }[] = [];
  for (const [role, roleId] of Object.entries(demoRoles)) {
    let username = `demo-${role}`;
    for (let number = 2; names.has(username); number += 1) username = `demo-${role}-${number}`;
    const password = generatePassword();
    // A mail server of the installation must not send mails to invented addresses.
    const user = { username, email: null, roleId, campusId, buildingId };
    const userId = await createUser(ctx, user, await hashPassword(password));
    if (roleId === roles.pumpCustomer) await equipCustomer(ctx, { userId, campusId }, hashPassword);
    accounts.push({ username, password });
  }
  return accounts;
}

async function equipCustomer(
  ctx: Ctx,
  { userId, campusId }: { userId: number; campusId: number },
  hashPassword: HashPassword,
): Promise<void> {
  await mapFirstPumps(ctx, { userId, campusId }, DEMO_PUMPS);
  if (await hasRecord(ctx.db, userId)) return;
  const secretHash = await hashPassword(DEMO_BIRTH_PLACE);
  await insertRecord(ctx.db, userId, { ...demoRecord, secretHash });
}

/** @throws AppError `input-invalid` when the name is in use */
export async function createUser(
  ctx: Ctx,
  user: { username: string; email: string | null; roleId: RoleId; campusId: number; buildingId: number },
  passwordHash: string,
): Promise<number> {
  return inTransaction(ctx, async (inner) => {
    const id = await insertUser(inner.db, { ...user, passwordHash, createdAt: inner.now() });
    if (id === undefined) throw new AppError("input-invalid", { fields: { username: "User already exits" } });
    await recordAudit(inner, {
      action: "create-user",
      target: `user:${id}`,
      after: { username: user.username, roleId: user.roleId },
      by: inner.actor?.userId ? undefined : { userId: id, campusId: user.campusId },
    });
    return id;
  });
}
