import type { Ctx } from "#core/ctx.ts";
import { MailRefused, type SendMail } from "#core/mail.ts";

import * as repository from "./mail-outbox.repository.ts";

/** Longer than the mail server may take: a server that dies with a mail in hand leaves it to the others after this, ms. */
const HELD_MS = 2 * 60_000;
/** The wait before a second attempt; it doubles with each, ms. */
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 30 * 60_000;
/** Then nobody wants to read it any more, ms. Source: RFC 5321 §4.5.4.1 (give up after four to five days). */
const GIVE_UP_MS = 4 * 86_400_000;
/** What was sent or refused is kept as a record for this long, ms. */
const KEEP_MS = 30 * 86_400_000;

/**
 * Sends the mails that are due, one after the other. The first that fails for the mail server's sake ends the round: the others would
 * fail as well. A mail may be sent twice when a server dies between the two, and is never lost.
 */
export async function sendDueMails(ctx: Ctx, sendMail: SendMail): Promise<void> {
  const later = (ms: number) => new Date(ctx.now().getTime() + ms);
  for (;;) {
    const waiting = await repository.updateTaken(ctx.db, { now: ctx.now(), heldUntil: later(HELD_MS) });
    if (!waiting) break;
    try {
      await sendMail(waiting.mail);
    } catch (error) {
      const isRefused = error instanceof MailRefused;
      const isOld = waiting.createdAt < later(-GIVE_UP_MS);
      await repository.updateFailed(ctx.db, waiting.id, {
        failure: messageOf(isRefused ? error.cause : error),
        at: ctx.now(),
        nextTryAt: isRefused || isOld ? undefined : later(waitOf(waiting.attempts)),
      });
      if (isRefused) continue;
      break;
    }
    await repository.updateSent(ctx.db, waiting.id, ctx.now());
  }
  await repository.deleteDone(ctx.db, later(-KEEP_MS));
}

const waitOf = (attempts: number) => Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempts - 1));

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
