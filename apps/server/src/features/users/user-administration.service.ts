import { generatePassword } from "@verandah/contract/auth/generate-password.ts";
import { AppError } from "@verandah/contract/problems.ts";
import { roles } from "@verandah/contract/roles.ts";
import type { InputOf } from "@verandah/contract/route.ts";
import type * as contract from "@verandah/contract/users/users.ts";
import type { User } from "@verandah/contract/users/users.ts";

import { asService, type ActorCtx, type Ctx, inTransaction, publishChange, type Service } from "#core/ctx.ts";
import { presentStep } from "#core/reply-times.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { endSessionOf, deleteWrongPasswords } from "#features/auth/auth.service.ts";
import { countCall } from "#features/auth/call-limits.service.ts";
import { hashPassword } from "#features/auth/passwords.service.ts";
import { getLocationRow } from "#features/campuses/campuses.service.ts";
import { endMappings } from "#features/devices/pump-customers.service.ts";

import { saveRecord } from "./customers.repository.ts";
import * as repository from "./users.repository.ts";
import { createUser as insertUser } from "./users.service.ts";

function toUser(row: repository.UserRow): User {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    role: { id: row.roleId },
    campus: { id: row.campusPlaceId, name: row.campusName },
    building: { id: row.buildingId, name: row.buildingName },
    createdAt: row.createdAt.toISOString(),
    lastLogin: row.lastLoginAt?.toISOString() ?? null,
    disabledAt: row.disabledAt?.toISOString() ?? null,
    lockedUntil: row.lockedUntil?.toISOString() ?? null,
    isLoggedIn: row.isLoggedIn,
    isManagedHere: row.isManagedHere,
    hasOtherCampuses: row.hasOtherCampuses,
  };
}

async function getUser(ctx: ActorCtx, id: number): Promise<repository.UserRow> {
  const { campusId } = ctx.actor;
  const [row] = await repository.listUsers(ctx.db, { campusId, id, now: ctx.now() });
  if (!row) throw new AppError("not-found");
  return row;
}

async function lockUser(ctx: ActorCtx, id: number): Promise<repository.UserRow> {
  await repository.lockUser(ctx.db, id);
  return getUser(ctx, id);
}

/** A place of a campus that the caller may open; undefined for any other place. */
async function findPlace(ctx: ActorCtx, id: number) {
  try {
    return await getLocationRow(ctx, id);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** @throws AppError `input-invalid` for a place that is not a building of the caller's campus */
async function checkBuilding(ctx: ActorCtx, id: number): Promise<number> {
  const row = await findPlace(ctx, id);
  if (row?.zoneType === "GL_LOCATION_TYPE_BUILDING") return id;
  throw new AppError("input-invalid", { fields: { building: "Choose a building of this campus" } });
}

/** @throws AppError `input-invalid` for a campus that the caller may not open */
async function checkCampus(ctx: ActorCtx, id: number | undefined): Promise<void> {
  if (id === undefined) return;
  const row = await findPlace(ctx, id);
  if (row?.zoneType === "GL_LOCATION_TYPE_CAMPUS") return;
  throw new AppError("input-invalid", { fields: { campus: "Choose a campus that you may open" } });
}

/** The users of the caller's campus, by name. */
export async function listUsers(ctx: ActorCtx): Promise<User[]> {
  const { campusId } = ctx.actor;
  return (await repository.listUsers(ctx.db, { campusId, now: presentStep(ctx) })).map(toUser);
}

/** Creates a user of the caller's campus. @throws AppError `input-invalid` for a name that is in use, or another campus's building */
export const createUser: Service<typeof contract.createUser> = async (ctx, input) => {
  const { campusId, buildingId } = ctx.actor;
  await checkCampus(ctx, input.campus);
  const user = {
    username: input.username,
    email: input.email || null,
    roleId: input.role,
    campusId,
    buildingId: input.building === undefined ? buildingId : await checkBuilding(ctx, input.building),
  };
  const passwordHash = await hashPassword(input.password);
  return inTransaction(ctx, async (inner) => {
    const id = await insertUser(inner, user, passwordHash);
    if (input.role === roles.pumpCustomer) await openRecord(inner, id);
    return toUser(await getUser(inner, id));
  });
};

/**
 * Changes a user of the caller's campus. A new role, building or state ends the user's session and live streams, because both have the old
 * rights.
 *
 * @throws AppError `not-found`, `last-administrator`, `input-invalid` for another campus's building
 * @throws AppError `account-of-other-campus` for a change of what another campus manages, `customer-campuses`
 * @throws AppError `own-rights` for a caller who would lose the right to undo the change
 */
export async function changeUser(
  ctx: ActorCtx,
  input: InputOf<typeof contract.editUser>,
): Promise<{ before: User; after: User }> {
  await checkCampus(ctx, input.campus);
  const buildingId = input.building === undefined ? undefined : await checkBuilding(ctx, input.building);
  return inTransaction(ctx, async (inner) => {
    const administrators = await repository.listAdministratorsForUpdate(inner.db, inner.actor.campusId);
    const before = await lockUser(inner, input.id);
    if (!before.isManagedHere && (input.email !== undefined || input.disabled !== undefined))
      throw new AppError("account-of-other-campus");
    const roleId = input.role ?? before.roleId;
    if (roleId === roles.pumpCustomer && before.hasOtherCampuses) throw new AppError("customer-campuses");
    const isDisabled = input.disabled ?? before.disabledAt !== null;
    const staysAdministrator = roleId === roles.administrator && !isDisabled;
    if (!staysAdministrator && before.id === inner.actor.userId) throw new AppError("own-rights");
    if (!staysAdministrator && administrators.length === 1 && administrators[0] === before.id)
      throw new AppError("last-administrator");
    const isSameState = isDisabled === (before.disabledAt !== null);
    const { id: userId, campusId } = before;
    await repository.updateRole(inner.db, {
      userId,
      campusId,
      roleId,
      buildingId: buildingId ?? before.buildingId,
    });
    await repository.updateUser(inner.db, userId, {
      ...(input.email !== undefined && { email: input.email || null }),
      ...(!isSameState && { disabledAt: isDisabled ? inner.now() : null }),
    });
    if (roleId === roles.pumpCustomer && !isDisabled) await openRecord(inner, before.id);
    if (roleId !== roles.pumpCustomer && before.roleId === roles.pumpCustomer)
      await endPumps(inner, before.id);
    const after = await getUser(inner, input.id);
    const isNewRight =
      !isSameState || after.roleId !== before.roleId || after.buildingId !== before.buildingId;
    if (!isSameState || (isNewRight && before.openCampusId === campusId))
      await endSessionOf(inner, userId, "administrator");
    await recordAudit(inner, {
      action: "edit-user",
      target: `user:${before.id}`,
      before: auditOf(before),
      after: auditOf(after),
    });
    return { before: toUser(before), after: toUser(await getUser(inner, input.id)) };
  });
}

/** Creates the record of an enabled customer, or restores the record of a deleted account. */
const openRecord = (ctx: Ctx, userId: number) => saveRecord(ctx.db, userId, { deletedAt: null });

/** Ends the pump mappings of a user whose new role is not pump customer. */
async function endPumps(ctx: Ctx, userId: number): Promise<void> {
  await endMappings(ctx, { userId }, ctx.now());
}

const auditOf = ({ username, email, roleId, campusId, buildingId, disabledAt }: repository.UserRow) => ({
  username,
  email,
  roleId,
  campusId,
  buildingId,
  isDisabled: disabledAt !== null,
});

/** Additions of accounts by one administrator, so that trying e-mail addresses finds few accounts. */
const ADDED_MAX = 20;
const ADDED_WINDOW_MS = 10 * 60_000;

/**
 * Gives an existing account a role in the caller's campus. An unknown, a disabled and an ambiguous account, and that of a pump customer, get
 * the same answer.
 *
 * @throws AppError `account-unknown`, `account-here`, `too-many-requests`, `input-invalid` for another campus's building
 */
export const addUser: Service<typeof contract.addUser> = async (ctx, { account, role: roleId, building }) => {
  const { campusId, userId: callerId } = ctx.actor;
  const limit = { max: ADDED_MAX, windowMs: ADDED_WINDOW_MS };
  if (await countCall(ctx, `add-user ${callerId}`, limit)) throw new AppError("too-many-requests");
  const buildingId = building === undefined ? ctx.actor.buildingId : await checkBuilding(ctx, building);
  return inTransaction(ctx, async (inner) => {
    const userId = await repository.findAccount(inner.db, account);
    if (userId === undefined) throw new AppError("account-unknown");
    await repository.lockUser(inner.db, userId);
    if (!(await repository.insertRole(inner.db, { userId, campusId, roleId, buildingId })))
      throw new AppError("account-here");
    const after = await getUser(inner, userId);
    await recordAudit(inner, { action: "add-user", target: `user:${userId}`, after: auditOf(after) });
    publishChange(inner, "users", {});
    return toUser(after);
  });
};

/**
 * Takes an account out of the caller's campus, and ends its session there. It stays in its other campuses, and opens the first of them next.
 *
 * @throws AppError `not-found`, `own-rights`, `last-administrator`, `only-campus`
 */
export async function takeRole(ctx: ActorCtx, { id }: { id: number }): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const administrators = await repository.listAdministratorsForUpdate(inner.db, inner.actor.campusId);
    const before = await lockUser(inner, id);
    if (id === inner.actor.userId) throw new AppError("own-rights");
    if (administrators.length === 1 && administrators[0] === id) throw new AppError("last-administrator");
    if (!before.hasOtherCampuses) throw new AppError("only-campus");
    const { campusId } = before;
    await repository.deleteRoles(inner.db, id, "=", campusId);
    if (before.openCampusId === campusId) {
      await repository.openFirstCampus(inner.db, id);
      await endSessionOf(inner, id, "administrator");
    }
    await recordAudit(inner, { action: "remove-user", target: `user:${id}`, before: auditOf(before) });
    publishChange(inner, "users", {});
  });
}

/** Deletes the counts of wrong passwords that lock a user. @throws AppError `not-found`, `account-of-other-campus` */
export async function unlockUser(ctx: ActorCtx, input: { id: number }): Promise<User> {
  return inTransaction(ctx, async (inner) => {
    const user = await getUser(inner, input.id);
    if (!user.isManagedHere) throw new AppError("account-of-other-campus");
    await deleteWrongPasswords(inner, user.username);
    await recordAudit(inner, { action: "unlock-user", target: `user:${user.id}` });
    return toUser(await getUser(inner, input.id));
  });
}

/** Ends the open session of a user of the caller's campus. @throws AppError `not-found` */
export async function endUserSessions(ctx: ActorCtx, input: { id: number }): Promise<User> {
  return inTransaction(ctx, async (inner) => {
    const user = await getUser(inner, input.id);
    if (user.openCampusId === user.campusId && (await endSessionOf(inner, user.id, "administrator")))
      await recordAudit(inner, { action: "end-sessions", target: `user:${user.id}` });
    return toUser(await getUser(inner, input.id));
  });
}

/** The user with a name, in any case and of any campus. For command-line programs. */
export const findUserByName = asService(repository.findUserByName);

type NewPlace = Pick<repository.UserRow, "username" | "roleId" | "campusId" | "buildingId">;

/**
 * Sets a new password, role and place of an existing user of any campus, and enables and unlocks the user. For a person with access to the
 * server, when no administrator can log in any more.
 */
export async function replaceUser(
  ctx: Ctx,
  id: number,
  { username, roleId, campusId, buildingId }: NewPlace,
  passwordHash: string,
): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const change = { roleId, campusId, buildingId };
    await repository.updateUser(inner.db, id, { ...change, passwordHash, disabledAt: null });
    if (roleId === roles.pumpCustomer) {
      await openRecord(inner, id);
      await repository.deleteRoles(inner.db, id, "!=", campusId);
    } else await endPumps(inner, id);
    await deleteWrongPasswords(inner, username);
    await endSessionOf(inner, id, "administrator");
    const by = { userId: id, campusId };
    await recordAudit(inner, { action: "replace-user", target: `user:${id}`, after: change, by });
  });
}

/** The enabled accounts of a campus, by name. For the demo. */
export async function listAccountNames(ctx: Ctx, campusId: number): Promise<string[]> {
  const users = await repository.listUsers(ctx.db, { campusId, now: presentStep(ctx) });
  return users.flatMap(({ username, disabledAt }) => (disabledAt ? [] : [username]));
}

/** Gives each enabled account of a campus a random password, unlocks it and ends its session. For the demo. */
export async function renewPasswords(
  ctx: Ctx,
  campusId: number,
): Promise<{ username: string; password: string }[]> {
  const accounts: { username: string; password: string }[] = [];
  for (const { id, username, disabledAt, hasOtherCampuses } of await repository.listUsers(ctx.db, {
    campusId,
    now: ctx.now(),
  })) {
    if (disabledAt || hasOtherCampuses) continue;
    const password = generatePassword();
    await repository.updateUser(ctx.db, id, { passwordHash: await hashPassword(password) });
    await deleteWrongPasswords(ctx, username);
    await endSessionOf(ctx, id, "password-changed");
    accounts.push({ username, password });
  }
  return accounts;
}

/** Disables all accounts of a campus only and ends their sessions. */
export async function disableAccounts(ctx: Ctx, campusId: number): Promise<void> {
  for (const { id, hasOtherCampuses } of await repository.listUsers(ctx.db, { campusId, now: ctx.now() })) {
    if (hasOtherCampuses) continue;
    await repository.updateUser(ctx.db, id, { disabledAt: ctx.now() });
    await endSessionOf(ctx, id, "administrator");
  }
}
