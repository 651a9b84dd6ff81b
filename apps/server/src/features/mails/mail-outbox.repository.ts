import { type Db, queryRow, runSql } from "#core/db.ts";
import type { Mail } from "#core/mail.ts";

export interface WaitingMail {
  id: string;
  mail: Mail;
  attempts: number;
  createdAt: Date;
  expiresAt: Date | null;
}

/** Adds an e-mail that is due at once. `expiresAt`: afterwards it is of no use, as its link has expired. */
export async function insertMail(
  db: Db,
  { userId, mail, at, expiresAt }: { userId: number | null; mail: Mail; at: Date; expiresAt?: Date },
): Promise<void> {
  await db
    .insertInto("mailOutbox")
    .values({
      userId,
      recipient: mail.to,
      subject: mail.subject,
      body: mail.text,
      calendar: mail.calendar ?? null,
      createdAt: at,
      nextTryAt: at,
      expiresAt: expiresAt ?? null,
    })
    .execute();
}

/** Reserves the e-mail that has been due for longest, until `reservedUntil`; undefined when none is due. */
export async function updateTaken(
  db: Db,
  { now, reservedUntil }: { now: Date; reservedUntil: Date },
): Promise<WaitingMail | undefined> {
  const row = await queryRow(db)<Mail & Omit<WaitingMail, "mail">>`
    update mail_outbox set attempts = attempts + 1, next_try_at = ${reservedUntil} where id = (
      select id from mail_outbox where sent_at is null and given_up_at is null and next_try_at <= ${now}
      order by next_try_at, id limit 1 for update skip locked
    ) returning id, recipient as "to", subject, body as text, calendar, attempts, created_at, expires_at`;
  if (!row) return undefined;
  const { id, attempts, createdAt, expiresAt, calendar, ...mail } = row;
  return { id, attempts, createdAt, expiresAt, mail: { ...mail, ...(calendar && { calendar }) } };
}

/** The record of an e-mail that is over has no text: it may contain a link with which anyone can log in. */
const withoutText = { body: "", calendar: null };

export async function updateSent(db: Db, id: string, at: Date): Promise<void> {
  await db
    .updateTable("mailOutbox")
    .set({ sentAt: at, failure: null, ...withoutText })
    .where("id", "=", id)
    .execute();
}

/** Stores why an e-mail was not sent. Without `nextTryAt` no attempt follows. */
export async function updateFailed(
  db: Db,
  id: string,
  { failure, at, nextTryAt }: { failure: string; at: Date; nextTryAt: Date | undefined },
): Promise<void> {
  await db
    .updateTable("mailOutbox")
    .set(nextTryAt ? { failure, nextTryAt } : { failure, givenUpAt: at, ...withoutText })
    .where("id", "=", id)
    .execute();
}

/** Deletes e-mails from before an instant that need no further attempt. */
export async function deleteDone(db: Db, before: Date): Promise<void> {
  await runSql(db)`
    delete from mail_outbox where created_at < ${before} and (sent_at is not null or given_up_at is not null)`;
}

export interface MailCounts {
  pending: number;
  sent: number;
  dropped: number;
  /** When the oldest pending e-mail was written; null without one. */
  oldestPendingAt: Date | null;
}

export async function countMails(db: Db): Promise<MailCounts> {
  const row = await queryRow(db)<MailCounts>`
    select count(*) filter (where sent_at is null and given_up_at is null)::int as pending,
      count(sent_at)::int as sent, count(given_up_at)::int as dropped,
      min(created_at) filter (where sent_at is null and given_up_at is null) as "oldestPendingAt"
    from mail_outbox`;
  return row ?? { pending: 0, sent: 0, dropped: 0, oldestPendingAt: null };
}
