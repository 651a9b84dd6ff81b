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
 * Writes an e-mail for each user about the alarms since their last e-mail. The first e-mail follows about a minute after the first alarm,
 * then at most one per `digest_minutes`. The same commit stores the e-mail and the last notified event, so that no server loses or repeats
 * an e-mail.
 */
export async function makeDigests(ctx: Ctx, publicUrl: string): Promise<void> {
  for (const recipient of await repository.listRecipients(ctx.db))
    await inTransaction(ctx, async (inner) => {
      const mail = await makeDigest(inner, recipient, publicUrl);
      if (mail) await insertMail(inner.db, { userId: recipient.userId, mail, at: inner.now() });
    });
}

async function makeDigest(
  ctx: Ctx,
  recipient: repository.Recipient,
  publicUrl: string,
): Promise<Mail | undefined> {
  const { userId, campusId, classes, floorIds, digestMinutes, language } = recipient;
  const notified = await repository.findMailForUpdate(ctx.db, userId);
  const now = ctx.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  if (!notified || (notified.sentAt && notified.sentAt > before(digestMinutes * 60_000))) return undefined;
  const newAlarms = await getNews(ctx, {
    campusId,
    after: notified.notifiedEventId,
    until: before(SETTLED_MS),
    classes,
    floorIds,
    limit: MAIL_LINES_MAX,
  });
  if (newAlarms.lastEventId === null) return undefined;
  if (newAlarms.oldestAt === null) {
    await repository.updateNotified(ctx.db, userId, { notifiedEventId: newAlarms.lastEventId });
    return undefined;
  }
  if (newAlarms.oldestAt > before(GATHER_MS)) return undefined;
  await repository.updateNotified(ctx.db, userId, { notifiedEventId: newAlarms.lastEventId, sentAt: now });
  const alarms = await listAlarmsForMail(ctx, newAlarms.ids, userId);
  const siteTypes = await listTypesOf(ctx, campusId);
  const shown = { publicUrl, digestMinutes, siteTypes };
  return { to: recipient.email, ...writeDigest(language, alarms, newAlarms, shown) };
}
