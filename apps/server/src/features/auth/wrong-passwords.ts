import { ACCOUNT_LOCK_MS, WRONG_PASSWORDS_MAX } from "@verandah/contract/auth.ts";
import { AppError } from "@verandah/contract/problems.ts";

import { type Ctx, inTransaction } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";

import * as repository from "./auth.repository.ts";

/** @throws AppError `account-locked` while five wrong passwords are held against the user */
export function refuseLocked(ctx: Ctx, user: repository.LoginUser): void {
  if (user.lockedUntil && user.lockedUntil > ctx.now()) throw new AppError("account-locked");
}

/** Counts one more wrong password of a user; the fifth locks. @returns the code to answer with */
export function countWrongPassword(
  ctx: Ctx,
  userId: number,
): Promise<"account-locked" | "credentials-invalid"> {
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
