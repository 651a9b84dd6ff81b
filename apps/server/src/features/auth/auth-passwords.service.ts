import { createHash, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import type * as contract from "@verandah/contract/auth/auth.ts";
import { RESET_LINK_LIFETIME_MS } from "@verandah/contract/auth/auth.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { InputOf } from "@verandah/contract/route.ts";
import { msg } from "@verandah/texts/msg.ts";
import { translate } from "@verandah/texts/translate.ts";

import { type Ctx, inTransaction, type Service } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { insertMail } from "#features/mails/mail-outbox.service.ts";

import * as repository from "./auth.repository.ts";
import { type AuthParts, endSessionOf, deleteWrongPasswords } from "./auth.service.ts";
import { countWrongPassword, refuseThrottled } from "./login-throttle.ts";
import { hashPassword, isPasswordRight } from "./passwords.service.ts";

/**
 * Changes the caller's password. The caller's session stays open.
 *
 * @throws AppError `input-invalid` when the present password is wrong; it counts like a wrong password at the login
 * @throws AppError `account-locked`, `too-many-requests`
 */
export const resetPassword: Service<typeof contract.resetPassword> = async (ctx, input) => {
  const user = await repository.findUserByName(ctx.db, ctx.actor.name);
  if (!user) throw new AppError("session-ended");
  const name = { username: user.username, user };
  await refuseThrottled(ctx, name);
  if (!(await isPasswordRight(user.passwordHash, input.password))) {
    if ((await countWrongPassword(ctx, name)) === "account-locked") throw new AppError("account-locked");
    throw new AppError("input-invalid", { fields: { password: "Invalid credentials" } });
  }
  const passwordHash = await hashPassword(input.new_password);
  await inTransaction(ctx, async (inner) => {
    await repository.updatePasswordHash(inner.db, user.id, passwordHash);
    await recordAudit(inner, { action: "change-password", target: `user:${user.id}` });
  });
  return { message: "New Password added successfully" };
};

const sha256 = (text: string) => createHash("sha256").update(text).digest();

/** Maximum e-mails with a password link per name and hour. */
const MAILS_PER_HOUR_MAX = 3;
const HOUR_MS = 3_600_000;
/** Minimum duration of a request, so that its time does not reveal whether the name exists, ms. */
const ANSWER_MIN_MS = 100;

/**
 * Mails a single-use link to the user's address. Earlier links stop working. A name that does not exist gets the same answer, with the same
 * minimum duration. `host` is the host that the caller used.
 */
export async function forgotPassword(
  ctx: Ctx,
  input: InputOf<typeof contract.forgotPassword>,
  parts: AuthParts,
  host?: string,
): Promise<{ message: string }> {
  await Promise.all([mailLink(ctx, input.username, parts, host), sleep(ANSWER_MIN_MS)]);
  return { message: "If the user exists, a mail with a link is on its way." };
}

const texts = {
  subject: msg`Set a new Verandah password`,
  hello: msg`Hello {username},`,
  open: msg`open this link within an hour to set a new password. It works once.`,
  unasked: msg`If you did not ask for it, nothing has changed and you need do nothing.`,
};

async function mailLink(
  ctx: Ctx,
  username: string,
  parts: AuthParts,
  host: string | undefined,
): Promise<void> {
  const found = await repository.findUserByName(ctx.db, username);
  if (!found?.email || found.disabledAt) return;
  const { email } = found;
  const token = randomBytes(32).toString("base64url");
  await inTransaction(ctx, async (inner) => {
    const user = await repository.findUserForUpdate(inner.db, found.id);
    const createdAt = inner.now();
    const hourAgo = new Date(createdAt.getTime() - HOUR_MS);
    if (!user || (await repository.countResets(inner.db, user.id, hourAgo)) >= MAILS_PER_HOUR_MAX) return;
    const expiresAt = new Date(createdAt.getTime() + RESET_LINK_LIFETIME_MS);
    await repository.updateResetsUsed(inner.db, user.id, createdAt);
    await repository.insertPasswordReset(inner.db, {
      tokenSha256: sha256(token),
      userId: user.id,
      createdAt,
      expiresAt,
    });
    const language = await repository.findMailLanguage(inner.db, user.id);
    const link = `${parts.publicUrl(host)}/reset-password?token=${token}`;
    const mail = {
      to: email,
      subject: translate(language, texts.subject),
      text: [
        translate(language, texts.hello, { username: found.username }),
        translate(language, texts.open),
        link,
        `${translate(language, texts.unasked)}\n`,
      ].join("\n\n"),
    };
    await insertMail(inner.db, { userId: user.id, mail, at: createdAt, expiresAt });
    inner.publish({ name: "mail-waiting", data: {} });
    await recordAudit(inner, {
      action: "request-password-link",
      target: `user:${user.id}`,
      by: { userId: user.id, campusId: user.campusId },
    });
  });
}

/**
 * Sets a new password by a mailed link, and ends the user's open session. The user's other links become invalid.
 *
 * @throws AppError `reset-link-invalid` for a link that is unknown, used or too old
 */
export const completeReset: Service<typeof contract.completeReset> = async (ctx, input) => {
  const passwordHash = await hashPassword(input.new_password);
  await inTransaction(ctx, async (inner) => {
    const userId = await repository.updateResetUsed(inner.db, sha256(input.token), inner.now());
    const user = userId === undefined ? undefined : await repository.findUserForUpdate(inner.db, userId);
    if (!user) throw new AppError("reset-link-invalid");
    await repository.updatePasswordHash(inner.db, user.id, passwordHash);
    await deleteWrongPasswords(inner, user.username);
    await endSessionOf(inner, user.id, "password-changed");
    await recordAudit(inner, {
      action: "set-password-by-link",
      target: `user:${user.id}`,
      by: { userId: user.id, campusId: user.campusId },
    });
  });
  return { message: "New Password added successfully" };
};
