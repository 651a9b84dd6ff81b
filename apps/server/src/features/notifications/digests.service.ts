import { type Ctx, inTransaction } from "#core/ctx.ts";
import type { Mail } from "#core/mail.ts";
import { getNews, listAlarmsForMail } from "#features/alarms/alarm-news.service.ts";
import { listTypesOf } from "#features/equipment/equipment.service.ts";
import { insertMail } from "#features/mails/mail-outbox.service.ts";

import { writeDigest } from "./digest-texts.ts";
import * as repository from "./digests.repository.ts";

/** Time to collect further alarms of the same flood after the first one, ms. */
const GATHER_MS = 60_000;
/**
 * Events may be committed up to this time after their timestamp, ms. Before that some events may be missing. The time is longer than the
 * statement timeout.
 */
const SETTLED_MS = 20_000;
/** Maximum alarms that one e-mail lists. It only counts further alarms. */
const MAIL_LINES_MAX = 20;

/**
 * Writes an e-mail for each user and campus about the alarms since their last e-mails. The first e-mail follows about a minute after the first alarm,
 * then at most one per `digest_minutes`. The same commit stores the e-mail and the last notified event, so that no server loses or repeats
 * an e-mail.
 */
export async function makeDigests(ctx: Ctx, publicUrl: string): Promise<void> {
  for (const recipient of await repository.listRecipients(ctx.db))
    await inTransaction(ctx, async (inner) => {
      for (const mail of await makeMails(inner, recipient, publicUrl))
        await insertMail(inner.db, { userId: recipient.userId, mail, at: inner.now() });
    });
}

async function makeMails(ctx: Ctx, recipient: repository.Recipient, publicUrl: string): Promise<Mail[]> {
  const { userId, campuses, classes, digestMinutes, language } = recipient;
  const notified = await repository.findMailForUpdate(ctx.db, userId);
  const now = ctx.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  if (!notified || (notified.sentAt && notified.sentAt > before(digestMinutes * 60_000))) return [];
  const after = notified.notifiedEventId;
  const range = { after, until: before(SETTLED_MS), classes, limit: MAIL_LINES_MAX };
  const all: { campus: (typeof campuses)[number]; newAlarms: Awaited<ReturnType<typeof getNews>> }[] = [];
  for (const campus of campuses) {
    const { id: campusId, floorIds } = campus;
    all.push({ campus, newAlarms: await getNews(ctx, { campusId, floorIds, ...range }) });
  }
  const last = all
    .flatMap(({ newAlarms }) => newAlarms.lastEventId ?? [])
    .reduce((latest, id) => (BigInt(id) > BigInt(latest) ? id : latest), after);
  if (last === after) return [];
  const wanted = all.filter(({ newAlarms }) => newAlarms.oldestAt !== null);
  const oldestMs = Math.min(...wanted.map(({ newAlarms }) => Number(newAlarms.oldestAt)));
  if (wanted.length > 0 && oldestMs > before(GATHER_MS).getTime()) return [];
  const sentAt = wanted.length > 0 ? { sentAt: now } : {};
  await repository.updateNotified(ctx.db, userId, { notifiedEventId: last, ...sentAt });
  const mails: Mail[] = [];
  for (const { campus, newAlarms } of wanted) {
    const alarms = await listAlarmsForMail(ctx, newAlarms.ids, userId);
    const sender = campuses.length > 1 ? `Verandah, ${campus.name}` : "Verandah";
    const shown = { sender, publicUrl, digestMinutes, siteTypes: await listTypesOf(ctx, campus.id) };
    mails.push({ to: recipient.email, ...writeDigest(language, alarms, newAlarms, shown) });
  }
  return mails;
}
