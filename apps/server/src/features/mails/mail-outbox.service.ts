import type { Ctx } from "#core/ctx.ts";
import { MailRefused, type SendMail } from "#core/mail.ts";

import * as repository from "./mail-outbox.repository.ts";

export { insertMail } from "./mail-outbox.repository.ts";

/**
 * An e-mail is reserved for one server for this time, ms. It is longer than the timeout of the mail server. If the server crashes, another
 * server sends the e-mail afterwards.
 */
const RESERVED_MS = 2 * 60_000;
/** Delay before the second attempt, ms. It doubles with each attempt. */
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 30 * 60_000;
/** No attempt follows after this time, ms. Source: RFC 5321 §4.5.4.1 (give up after four to five days). */
const DROPPED_AFTER_MS = 4 * 86_400_000;
/** Sent and rejected e-mails are kept as a record for this time, ms. */
const KEEP_MS = 30 * 86_400_000;

/**
 * Sends the due e-mails one after the other. A failure of the mail server ends the run, because the other e-mails would fail as well. A
 * crash loses no e-mail, but an e-mail is sent twice if the server crashes before it stores the result.
 */
export async function sendDueMails(ctx: Ctx, sendMail: SendMail): Promise<void> {
  const later = (ms: number) => new Date(ctx.now().getTime() + ms);
  for (;;) {
    const waiting = await repository.updateTaken(ctx.db, {
      now: ctx.now(),
      reservedUntil: later(RESERVED_MS),
    });
    if (!waiting) break;
    if (waiting.expiresAt && waiting.expiresAt <= ctx.now()) {
      const dropped = { failure: "Its link has expired", at: ctx.now(), nextTryAt: undefined };
      await repository.updateFailed(ctx.db, waiting.id, dropped);
      continue;
    }
    try {
      await sendMail(waiting.mail);
    } catch (error) {
      const isRefused = error instanceof MailRefused;
      const isOld = waiting.createdAt < later(-DROPPED_AFTER_MS);
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

/** Counts of the e-mails of all campuses, and the age of the oldest pending one, for the server's metrics. */
export async function countMails(
  ctx: Ctx,
): Promise<Omit<repository.MailCounts, "oldestPendingAt"> & { oldestPendingMs: number }> {
  const { oldestPendingAt, ...counts } = await repository.countMails(ctx.db);
  return {
    ...counts,
    oldestPendingMs: oldestPendingAt ? ctx.now().getTime() - oldestPendingAt.getTime() : 0,
  };
}
