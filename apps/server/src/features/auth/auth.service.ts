import { createHash, randomBytes, randomUUID } from "node:crypto";

import {
  ACCOUNT_LOCK_MS,
  type completeReset as completeResetRoute,
  type forgotPassword as forgotPasswordRoute,
  type login as loginRoute,
  RESET_LINK_LIFETIME_MS,
  type resetPassword as resetPasswordRoute,
  type Session,
  SESSION_LIFETIME_MS,
  WRONG_PASSWORDS_MAX,
} from "@verandah/contract/auth.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { InputOf } from "@verandah/contract/route.ts";

import { type Actor, type ActorCtx, type Ctx, inTransaction } from "#core/ctx.ts";
import type { PostMail } from "#core/mail.ts";
import { recordAudit } from "#features/audit/audit.service.ts";

import * as repository from "./auth.repository.ts";
import { hashPassword, isPasswordRight, spendPasswordTime } from "./passwords.ts";
import type { Tokens } from "./tokens.ts";

/** What the auth services need beside a ctx. */
export interface AuthParts {
  readonly tokens: Tokens;
  readonly postMail: PostMail;
  /** `generic` does not tell an unknown name from a wrong password. */
  readonly loginMessages: "exact" | "generic";
  /** Base of mailed links, without a slash at its end. */
  readonly publicUrl: () => string;
}

/** The secret that signs tokens, base64url; the same for every process on one database. */
export function loadTokenSecret(ctx: Ctx): Promise<string> {
  return repository.findOrInsertSecret(ctx.db, "token-key", randomBytes(32).toString("base64url"));
}

/**
 * Logs a user in. One session a user is open at any time: a second login is refused, or with `force` ends the first.
 *
 * @throws AppError `username-unknown` (or `credentials-invalid` with generic messages), `user-disabled`, `credentials-invalid`
 * @throws AppError `account-locked` from the fifth wrong password on, for ACCOUNT_LOCK_MS
 * @throws AppError `already-logged-in`
 */
export async function login(
  ctx: Ctx,
  input: InputOf<typeof loginRoute>,
  parts: AuthParts,
): Promise<Session & { token: string }> {
  const { username, password, role } = input.credentials;
  const user = await repository.findUserByName(ctx.db, username);
  if (!user) {
    await spendPasswordTime(password);
    throw new AppError(parts.loginMessages === "exact" ? "username-unknown" : "credentials-invalid");
  }
  // With generic messages only who knows the password is told that the account is disabled.
  if (user.disabledAt && parts.loginMessages === "exact") throw new AppError("user-disabled");
  refuseLocked(ctx, user);
  if (!(await isPasswordRight(user.passwordHash, password))) {
    // Thrown after the commit: a refusal must not undo its own count.
    throw new AppError(await countWrongPassword(ctx, user.id));
  }
  if (user.disabledAt) throw new AppError("user-disabled");
  return openSession(ctx, { userId: user.id, isGuest: role === "guest", force: input.force }, parts.tokens);
}

function refuseLocked(ctx: Ctx, user: repository.LoginUser): void {
  if (user.lockedUntil && user.lockedUntil > ctx.now()) throw new AppError("account-locked");
}

/** @returns the code to answer with */
function countWrongPassword(ctx: Ctx, userId: number): Promise<"account-locked" | "credentials-invalid"> {
  return inTransaction(ctx, async (inner) => {
    const user = await repository.findUserForUpdate(inner.db, userId);
    if (!user) return "credentials-invalid";
    if (user.lockedUntil && user.lockedUntil > inner.now()) return "account-locked";
    const wrongPasswords = user.wrongPasswords + 1;
    const isLocked = wrongPasswords >= WRONG_PASSWORDS_MAX;
    await repository.updateWrongPasswords(inner.db, userId, {
      wrongPasswords: isLocked ? 0 : wrongPasswords,
      lockedUntil: isLocked ? new Date(inner.now().getTime() + ACCOUNT_LOCK_MS) : null,
    });
    await recordAudit(inner, {
      action: isLocked ? "lock-account" : "login-refused",
      target: `user:${userId}`,
      by: { userId, campusId: user.campusId },
    });
    return isLocked ? "account-locked" : "credentials-invalid";
  });
}

async function openSession(
  ctx: Ctx,
  wish: { userId: number; isGuest: boolean; force: boolean },
  tokens: Tokens,
): Promise<Session & { token: string }> {
  const now = ctx.now();
  const opened = {
    id: randomUUID(),
    createdAt: now,
    expiresAt: new Date(now.getTime() + SESSION_LIFETIME_MS),
  };
  const lastLoginAt = await inTransaction(ctx, async (inner) => {
    const user = await repository.findUserForUpdate(inner.db, wish.userId);
    if (!user) throw new AppError("credentials-invalid");
    refuseLocked(inner, user);
    const open = await repository.findOpenSession(inner.db, user.id);
    if (open) {
      const isExpired = open.expires_at <= now;
      if (!isExpired && !wish.force) throw new AppError("already-logged-in");
      await endSession(inner, open.id, isExpired ? "expired" : "replaced");
    }
    const { address, userAgent } = inner;
    await repository.insertSession(inner.db, {
      ...opened,
      userId: user.id,
      isGuest: wish.isGuest,
      address,
      userAgent,
    });
    await repository.updateLastLogin(inner.db, user.id, now);
    await recordAudit(inner, {
      action: "login",
      target: `user:${user.id}`,
      after: { force: wish.force, guest: wish.isGuest },
      by: { userId: user.id, campusId: user.campusId, sessionId: opened.id },
    });
    return user.lastLoginAt;
  });
  const row = await repository.findSession(ctx.db, opened.id);
  if (!row) throw new AppError("session-ended");
  const token = await tokens.sign(
    { userId: wish.userId, sessionId: opened.id, expiresAt: opened.expiresAt },
    now,
  );
  return { token: `JWT ${token}`, ...toSession(row, lastLoginAt ?? undefined) };
}

async function endSession(ctx: Ctx, sessionId: string, reason: repository.EndReason): Promise<void> {
  await repository.updateSessionEnd(ctx.db, sessionId, { at: ctx.now(), reason });
  ctx.publish({ name: "session-ended", data: { sessionId, code: codeOfEnd(reason) } });
}

/** How a session that was ended is over. */
function codeOfEnd(reason: repository.EndReason | null) {
  return reason === "replaced" ? "session-replaced" : "session-closed";
}

type SessionRow = NonNullable<Awaited<ReturnType<typeof repository.findSession>>>;

function toSession(row: SessionRow, lastLogin: Date | undefined): Session {
  return {
    user: { id: row.userId, name: row.username },
    building: { id: row.buildingId, name: row.buildingName },
    campus: { id: row.campusLocationId, name: row.campusName, timeZone: row.timeZone },
    role: { id: row.roleId },
    lastLogin: lastLogin?.toISOString() ?? null,
  };
}

/**
 * Who holds `token`, checked against the database on every call.
 *
 * @throws AppError `session-ended` when it is missing, malformed or expired
 * @throws AppError `session-replaced` when another login ended it, `session-closed` when a logout or a new password did
 */
export async function authenticate(ctx: Ctx, token: string | undefined, tokens: Tokens): Promise<Actor> {
  if (!token) throw new AppError("session-ended");
  const { sessionId } = await tokens.read(token, ctx.now());
  const row = await repository.findSession(ctx.db, sessionId);
  if (!row || row.expiresAt <= ctx.now()) throw new AppError("session-ended");
  if (row.endedAt) throw new AppError(codeOfEnd(row.endReason));
  if (row.disabledAt) throw new AppError("session-closed");
  return {
    userId: row.userId,
    name: row.username,
    roleId: row.roleId,
    campusId: row.campusId,
    buildingId: row.buildingId,
    sessionId,
  };
}

/** Those of some sessions that are over, with the code that a call of theirs would answer. */
export async function listOverSessions(
  ctx: Ctx,
  sessionIds: readonly string[],
): Promise<{ sessionId: string; code: "session-ended" | ReturnType<typeof codeOfEnd> }[]> {
  const rows = await repository.listSessionsOver(ctx.db, sessionIds, ctx.now());
  return rows.map(({ id, endedAt, endReason }) => ({
    sessionId: id,
    code: endedAt ? codeOfEnd(endReason) : "session-ended",
  }));
}

/** Ends the caller's session. */
export async function logout(ctx: ActorCtx): Promise<{ message: string }> {
  await inTransaction(ctx, async (inner) => {
    await endSession(inner, inner.actor.sessionId, "logout");
    await recordAudit(inner, { action: "logout", target: `user:${inner.actor.userId}` });
  });
  return { message: "Logged out" };
}

/** The caller's session, as login answered it, without the token. */
export async function getSession(ctx: ActorCtx): Promise<Session> {
  const row = await repository.findSession(ctx.db, ctx.actor.sessionId);
  if (!row) throw new AppError("session-ended");
  return toSession(row, await repository.findPreviousLogin(ctx.db, row.userId, row.sessionId));
}

/**
 * Changes the caller's own password. The session that does it lives on.
 *
 * @throws AppError `input-invalid` when the present password is wrong, which counts like one at the login
 * @throws AppError `account-locked`
 */
export async function resetPassword(
  ctx: ActorCtx,
  input: InputOf<typeof resetPasswordRoute>,
): Promise<{ message: string }> {
  const user = await repository.findUserByName(ctx.db, ctx.actor.name);
  if (!user) throw new AppError("session-ended");
  refuseLocked(ctx, user);
  if (!(await isPasswordRight(user.passwordHash, input.password))) {
    if ((await countWrongPassword(ctx, user.id)) === "account-locked") throw new AppError("account-locked");
    throw new AppError("input-invalid", { fields: { password: "Invalid credentials" } });
  }
  const passwordHash = await hashPassword(input.new_password);
  await inTransaction(ctx, async (inner) => {
    await repository.updatePasswordHash(inner.db, user.id, passwordHash);
    await recordAudit(inner, { action: "change-password", target: `user:${user.id}` });
  });
  return { message: "New Password added successfully" };
}

const sha256 = (text: string) => createHash("sha256").update(text).digest();

/** Mails a single-use link to the user's address. Answers the same for a name that does not exist. */
export async function forgotPassword(
  ctx: Ctx,
  input: InputOf<typeof forgotPasswordRoute>,
  parts: AuthParts,
): Promise<{ message: string }> {
  const user = await repository.findUserByName(ctx.db, input.username);
  if (user?.email && !user.disabledAt) {
    const token = randomBytes(32).toString("base64url");
    const createdAt = ctx.now();
    await inTransaction(ctx, async (inner) => {
      await repository.insertPasswordReset(inner.db, {
        tokenSha256: sha256(token),
        userId: user.id,
        createdAt,
        expiresAt: new Date(createdAt.getTime() + RESET_LINK_LIFETIME_MS),
      });
      await recordAudit(inner, {
        action: "request-password-link",
        target: `user:${user.id}`,
        by: { userId: user.id, campusId: user.campusId },
      });
    });
    const link = `${parts.publicUrl()}/reset-password?token=${token}`;
    parts.postMail({
      to: user.email,
      subject: "Set a new Verandah password",
      text: `Hello ${user.username},\n\nopen this link within an hour to set a new password. It works once.\n\n${link}\n\nIf you did not ask for it, nothing has changed and you need do nothing.\n`,
    });
  }
  return { message: "If the user exists, a mail with a link is on its way." };
}

/**
 * Sets a new password by a mailed link, and ends the user's open session. Other links of the user are used up with it.
 *
 * @throws AppError `reset-link-invalid` when it is unknown, used or too old
 */
export async function completeReset(
  ctx: Ctx,
  input: InputOf<typeof completeResetRoute>,
): Promise<{ message: string }> {
  const passwordHash = await hashPassword(input.new_password);
  await inTransaction(ctx, async (inner) => {
    const userId = await repository.updateResetUsed(inner.db, sha256(input.token), inner.now());
    const user = userId === undefined ? undefined : await repository.findUserForUpdate(inner.db, userId);
    if (!user) throw new AppError("reset-link-invalid");
    await repository.updatePasswordHash(inner.db, user.id, passwordHash);
    const open = await repository.findOpenSession(inner.db, user.id);
    if (open) await endSession(inner, open.id, "password-changed");
    await recordAudit(inner, {
      action: "set-password-by-link",
      target: `user:${user.id}`,
      by: { userId: user.id, campusId: user.campusId },
    });
  });
  return { message: "New Password added successfully" };
}
