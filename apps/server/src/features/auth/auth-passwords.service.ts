import { createHash, randomBytes } from "node:crypto";

import {
  type completeReset as completeResetRoute,
  type forgotPassword as forgotPasswordRoute,
  RESET_LINK_LIFETIME_MS,
  type resetPassword as resetPasswordRoute,
} from "@verandah/contract/auth.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { InputOf } from "@verandah/contract/route.ts";

import { type ActorCtx, type Ctx, inTransaction } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";

import * as repository from "./auth.repository.ts";
import { type AuthParts, endSession } from "./auth.service.ts";
import { hashPassword, isPasswordRight } from "./passwords.ts";
import { countWrongPassword, refuseLocked } from "./wrong-passwords.ts";

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
