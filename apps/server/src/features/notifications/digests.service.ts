import { type Ctx, inTransaction } from "#core/ctx.ts";
import type { Mail } from "#core/mail.ts";
import { getNews, tellAlarms } from "#features/alarms/alarm-news.service.ts";

import { writeDigest } from "./digest-texts.ts";
import * as repository from "./digests.repository.ts";
import { insertMail } from "./mail-outbox.repository.ts";

/** The first alarm waits this long for others of the same flood, ms. */
const GATHER_MS = 60_000;
/** Events may be committed this much after their time; until then nobody can say that none is missing, ms. Longer than a statement may take. */
const SETTLED_MS = 20_000;
/** Most alarms that one mail names; the others are counted. */
const MAIL_LINES_MAX = 20;

/**
 * Writes for everybody a mail of what was raised since they were last told: the first about a minute after the first alarm, and then at
 * most one in their `digest_minutes`. The mail waits in the outbox from the same commit on that says what was told, so that it is
 * neither lost nor written twice by several servers.
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
  const told = await repository.findMailForUpdate(ctx.db, userId);
  const now = ctx.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  if (!told || (told.sentAt && told.sentAt > before(digestMinutes * 60_000))) return undefined;
  const news = await getNews(ctx, {
    campusId,
    after: told.toldEventId,
    until: before(SETTLED_MS),
    classes,
    floorIds,
    limit: MAIL_LINES_MAX,
  });
  if (news.lastEventId === null) return undefined;
  if (news.oldestAt === null) {
    await repository.updateTold(ctx.db, userId, { toldEventId: news.lastEventId });
    return undefined;
  }
  if (news.oldestAt > before(GATHER_MS)) return undefined;
  await repository.updateTold(ctx.db, userId, { toldEventId: news.lastEventId, sentAt: now });
  const alarms = await tellAlarms(ctx, news.ids, userId);
  return { to: recipient.email, ...writeDigest(language, alarms, news, { publicUrl, digestMinutes }) };
}
