import { generateKeyPairSync, randomBytes, randomUUID } from "node:crypto";

import {
  type listOwnCampuses as campusesRoute,
  type login as loginRoute,
  type Session,
  SESSION_LIFETIME_MS,
} from "@verandah/contract/auth/auth.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { InputOf } from "@verandah/contract/route.ts";

import {
  asService,
  type Actor,
  type ActorCtx,
  type Ctx,
  inTransaction,
  publishChange,
  type Service,
} from "#core/ctx.ts";
import type { PublicUrl } from "#core/http/public-url.ts";
import { recordAudit, recordAudits } from "#features/audit/audit.service.ts";

import * as repository from "./auth.repository.ts";
import { deleteFailures } from "./login-failures.repository.ts";
import { countWrongPassword, refuseThrottled, type EnteredName } from "./login-throttle.ts";
import type { OpenSessions, SessionRow } from "./open-sessions.ts";
import { isPasswordRight, runDummyCheck } from "./passwords.service.ts";
import type { Tokens } from "./tokens.ts";

/** Dependencies of the auth services in addition to the context. */
export interface AuthParts {
  readonly tokens: Tokens;
  readonly sessions: OpenSessions;
  /** `generic` gives the same answer to an unknown name and a wrong password. */
  readonly loginMessages: "exact" | "generic";
  /** Returns the base of mailed links, without a slash at the end, for a caller that used `host`. */
  readonly publicUrl: PublicUrl;
}

/** The secret that signs tokens, base64url. All processes on one database share it. */
export function loadTokenSecret(ctx: Ctx): Promise<string> {
  return repository.findOrInsertSecret(ctx.db, "token-key", () => randomBytes(32).toString("base64url"));
}

/** The Ed25519 key that signs pump statements, PEM (PKCS #8). All processes on one database share the key. No reply contains it. */
export function loadStatementKey(ctx: Ctx): Promise<string> {
  return repository.findOrInsertSecret(ctx.db, "statement-key", () =>
    generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  );
}

/**
 * Logs a user in. A user has one open session: a second login is rejected, or with `force` ends the first session.
 *
 * @throws AppError `username-unknown` (or `credentials-invalid` with generic messages), `user-disabled`, `credentials-invalid`
 * @throws AppError `account-locked` from the fifth wrong password from one address on, for ACCOUNT_LOCK_MS, only for that address
 * @throws AppError `too-many-requests` after many wrong passwords for this name from other addresses
 * @throws AppError `already-logged-in`
 */
export async function login(
  ctx: Ctx,
  input: InputOf<typeof loginRoute>,
  parts: AuthParts,
): Promise<Session & { token: string }> {
  const { username, password, role } = input.credentials;
  const user = await repository.findUserByName(ctx.db, username);
  const isExact = parts.loginMessages === "exact";
  if (!user && isExact) {
    await runDummyCheck(password);
    throw new AppError("username-unknown");
  }
  // With generic messages only a caller with the right password gets the error that the account is disabled.
  if (user?.disabledAt && isExact) throw new AppError("user-disabled");
  const name = { username, user };
  await refuseThrottled(ctx, name);
  const isRight = user ? await isPasswordRight(user.passwordHash, password) : await runDummyCheck(password);
  // A separate transaction, so that the rejection does not roll back the count.
  if (!user || !isRight) throw new AppError(await countWrongPassword(ctx, name));
  if (user.disabledAt) throw new AppError("user-disabled");
  return openSession(
    ctx,
    { name, userId: user.id, isGuest: role === "guest", force: input.force },
    parts.tokens,
  );
}

async function openSession(
  ctx: Ctx,
  input: { name: EnteredName; userId: number; isGuest: boolean; force: boolean },
  tokens: Tokens,
): Promise<Session & { token: string }> {
  const now = ctx.now();
  const opened = {
    id: randomUUID(),
    createdAt: now,
    expiresAt: new Date(now.getTime() + SESSION_LIFETIME_MS),
  };
  await inTransaction(ctx, async (inner) => {
    const user = await repository.findUserForUpdate(inner.db, input.userId);
    if (!user) throw new AppError("credentials-invalid");
    await refuseThrottled(inner, input.name);
    const open = await repository.findOpenSession(inner.db, user.id);
    if (open) {
      const isExpired = open.expiresAt <= now;
      if (!isExpired && !input.force) throw new AppError("already-logged-in");
      await endSession(inner, open.id, isExpired ? "expired" : "replaced");
    }
    const { address, userAgent } = inner;
    await repository.insertSession(inner.db, {
      ...opened,
      userId: user.id,
      isGuest: input.isGuest,
      address,
      userAgent,
    });
    await repository.updateLastLogin(inner.db, user.id, now);
    await deleteFailures(inner.db, user.username, inner.address);
    await recordAudit(inner, {
      action: "login",
      target: `user:${user.id}`,
      after: { force: input.force, guest: input.isGuest },
      by: { userId: user.id, campusId: user.campusId, sessionId: opened.id },
    });
  });
  return signSession(ctx, opened, tokens);
}

/** The session with its token. */
async function signSession(
  ctx: Ctx,
  { id, expiresAt }: { id: string; expiresAt: Date },
  tokens: Tokens,
): Promise<Session & { token: string }> {
  const row = await repository.findSession(ctx.db, id);
  if (!row) throw new AppError("session-ended");
  const token = await tokens.sign({ userId: row.userId, sessionId: id, expiresAt }, ctx.now());
  return { token: `JWT ${token}`, ...toSession(row) };
}

export const listOwnCampuses: Service<typeof campusesRoute> = async ({ db, actor }) => {
  const campuses = await repository.listCampusesOf(db, actor.userId);
  return campuses.map(({ campusId, campusLocationId, name, roleId }) => ({
    id: campusLocationId,
    name,
    role: { id: roleId },
    isOpen: campusId === actor.campusId,
  }));
};

/**
 * Opens another campus of the caller. It is a new session, which ends when the old one would have ended: a process that still has the old
 * one in memory never answers a call of the new one with data of the old campus.
 *
 * @throws AppError `not-found` for a campus without a role of the caller, `session-closed` when the session has just ended
 */
export async function switchCampus(
  ctx: ActorCtx,
  { campus }: { campus: number },
  tokens: Tokens,
): Promise<Session & { token: string }> {
  const { userId, sessionId } = ctx.actor;
  const id = randomUUID();
  const opened = await inTransaction(ctx, async (inner) => {
    await repository.findUserForUpdate(inner.db, userId);
    const campuses = await repository.listCampusesOf(inner.db, userId);
    const chosen = campuses.find(({ campusLocationId }) => campusLocationId === campus);
    if (!chosen) throw new AppError("not-found");
    const open = await repository.findOpenSession(inner.db, userId);
    if (open?.id !== sessionId) throw new AppError("session-closed");
    await endSession(inner, sessionId, "switched");
    const { roleId, buildingId } = chosen;
    await repository.updateOpenCampus(inner.db, userId, { campusId: chosen.campusId, roleId, buildingId });
    const { address, userAgent } = inner;
    await repository.insertSession(inner.db, { ...open, id, userId, address, userAgent });
    const entry = { action: "switch-campus", target: `user:${userId}` };
    await recordAudits(inner, [
      { ...entry, after: { isOpen: false } },
      { ...entry, after: { isOpen: true }, by: { userId, campusId: chosen.campusId, sessionId: id } },
    ]);
    publishChange(inner, "users", { campusId: chosen.campusId });
    return { id, expiresAt: open.expiresAt };
  });
  return signSession(ctx, opened, tokens);
}

/** Ends a session and its live streams. */
async function endSession(ctx: Ctx, sessionId: string, reason: repository.EndReason): Promise<void> {
  await repository.updateSessionEnd(ctx.db, sessionId, { at: ctx.now(), reason });
  ctx.publish({ name: "session-ended", data: { sessionId, code: codeOfEnd(reason) } });
}

/** Ends the open session of a user, if any. @returns whether there was one */
export async function endSessionOf(ctx: Ctx, userId: number, reason: repository.EndReason): Promise<boolean> {
  const open = await repository.findOpenSession(ctx.db, userId);
  if (open) await endSession(ctx, open.id, reason);
  return open !== undefined;
}

/** Deletes the wrong passwords of a name from all addresses, which unlocks the name. */
export const deleteWrongPasswords = asService(deleteFailures);

/** The error code for the reason why a session ended. */
function codeOfEnd(reason: repository.EndReason | null) {
  if (reason === "switched") return "session-switched";
  return reason === "replaced" ? "session-replaced" : "session-closed";
}

function toSession(row: SessionRow): Session {
  return {
    user: { id: row.userId, name: row.username },
    building: { id: row.buildingId, name: row.buildingName },
    campus: { id: row.campusLocationId, name: row.campusName, timeZone: row.timeZone },
    role: { id: row.roleId },
    lastLogin: row.previousLoginAt?.toISOString() ?? null,
  };
}

/**
 * Returns the user of a `token`. The session is cached for at most a second, and removed from the cache by any event that ends it.
 *
 * @throws AppError `session-ended` for a token that is missing, malformed or expired
 * @throws AppError `session-switched` after a switch to another campus, and for a page that shows another campus than the session's
 * @throws AppError `session-replaced` after another login, `session-closed` after a logout, a new password, or by an administrator
 */
export async function authenticate(
  ctx: Ctx,
  token: string | undefined,
  auth: Pick<AuthParts, "tokens" | "sessions">,
  shownCampus?: unknown,
): Promise<Actor> {
  if (!token) throw new AppError("session-ended");
  const { sessionId } = await auth.tokens.read(token, ctx.now());
  const row = await auth.sessions.find(ctx, sessionId);
  if (!row || row.expiresAt <= ctx.now()) throw new AppError("session-ended");
  if (row.endedAt) throw new AppError(codeOfEnd(row.endReason));
  if (row.disabledAt) throw new AppError("session-closed");
  if (shownCampus !== undefined && shownCampus !== String(row.campusLocationId))
    throw new AppError("session-switched");
  return {
    userId: row.userId,
    name: row.username,
    roleId: row.roleId,
    campusId: row.campusId,
    buildingId: row.buildingId,
    sessionId,
  };
}

/** The given sessions that are closed, with the error code that their calls would get. */
export async function listClosedSessions(
  ctx: Ctx,
  sessionIds: readonly string[],
): Promise<{ sessionId: string; code: "session-ended" | ReturnType<typeof codeOfEnd> }[]> {
  const rows = await repository.listSessionsOver(ctx.db, sessionIds, ctx.now());
  return rows.map(({ id, endedAt, endReason, disabledAt }) => ({
    sessionId: id,
    code: endedAt || disabledAt ? codeOfEnd(endReason) : "session-ended",
  }));
}

export async function logout(ctx: ActorCtx): Promise<{ message: string }> {
  await inTransaction(ctx, async (inner) => {
    await endSession(inner, inner.actor.sessionId, "logout");
    await recordAudit(inner, { action: "logout", target: `user:${inner.actor.userId}` });
  });
  return { message: "Logged out" };
}

/** The caller's session as the login returned it, without the token. */
export async function getSession(ctx: ActorCtx, sessions: OpenSessions): Promise<Session> {
  const row = await sessions.find(ctx, ctx.actor.sessionId);
  if (!row) throw new AppError("session-ended");
  return toSession(row);
}

/** Sets the caller's building, for this session and later ones. The calling service checks that it is in the caller's campus. */
export async function changeBuilding(ctx: ActorCtx, buildingId: number): Promise<Session> {
  const { userId, sessionId } = ctx.actor;
  await inTransaction(ctx, async (inner) => {
    await repository.updateBuilding(inner.db, userId, buildingId);
    await recordAudit(inner, {
      action: "choose-building",
      target: `user:${userId}`,
      before: { building: ctx.actor.buildingId },
      after: { building: buildingId },
    });
    inner.publish({ name: "session-changed", data: { sessionId } });
  });
  const row = await repository.findSession(ctx.db, sessionId);
  if (!row) throw new AppError("session-ended");
  return toSession(row);
}
