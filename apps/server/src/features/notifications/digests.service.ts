import { LOW_ALARM_FROM, type AlarmGridRow } from "@verandah/contract/alarms.ts";

import { type Ctx, inTransaction } from "#core/ctx.ts";
import type { Mail, PostMail } from "#core/mail.ts";
import { getNews, tellAlarms } from "#features/alarms/alarm-news.service.ts";

import * as repository from "./digests.repository.ts";

/** The first alarm waits this long for others of the same flood, ms. */
const GATHER_MS = 60_000;
/** Events may be committed this much after their time; until then nobody can say that none is missing, ms. Longer than a statement may take. */
const SETTLED_MS = 20_000;
/** Most alarms that one mail names; the others are counted. */
const MAIL_LINES_MAX = 20;

export interface MailParts {
  postMail: PostMail;
  publicUrl: () => string;
}

/**
 * Mails everybody what was raised since they were last told: the first mail about a minute after the first alarm, and then at most one
 * in their `digest_minutes`. What was told is committed before a mail is posted, so that several servers never send it twice.
 */
export async function sendDigests(ctx: Ctx, parts: MailParts): Promise<void> {
  for (const recipient of await repository.listRecipients(ctx.db)) {
    const mail = await inTransaction(ctx, (inner) => makeDigest(inner, recipient, parts.publicUrl()));
    if (mail) parts.postMail(mail);
  }
}

async function makeDigest(
  ctx: Ctx,
  recipient: repository.Recipient,
  publicUrl: string,
): Promise<Mail | undefined> {
  const { userId, campusId, classes, floorIds, digestMinutes } = recipient;
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
  return { to: recipient.email, ...write(alarms, news, { publicUrl, digestMinutes }) };
}

function lineOf(alarm: AlarmGridRow): string {
  const grade = alarm.alarm_code < LOW_ALARM_FROM ? "CRITICAL" : "low";
  const also = alarm.explains > 0 ? ` (and ${alarm.explains} that it explains)` : "";
  const state = alarm.state === "active" ? "" : `, ${alarm.state}`;
  return `${grade}  ${alarm.Measured_time}  ${alarm.Device_name}, ${alarm.location}: ${alarm.Message}${also}${state}`;
}

function write(
  alarms: readonly AlarmGridRow[],
  { count, criticalCount }: { count: number; criticalCount: number },
  { publicUrl, digestMinutes }: { publicUrl: string; digestMinutes: number },
): Pick<Mail, "subject" | "text"> {
  const [first] = alarms;
  const subject =
    count === 1 && first
      ? `Verandah: ${first.Device_name}: ${first.Message}`
      : `Verandah: ${count} alarms, ${criticalCount} critical`;
  const more = count - alarms.length;
  const lines = [
    count === 1 ? "A new alarm:" : `${count} new alarms, ${criticalCount} of them critical:`,
    "",
    ...alarms.map((alarm) => lineOf(alarm)),
    ...(more > 0 ? [`and ${more} more.`] : []),
    "",
    `All of them: ${publicUrl}/admin/eventsviewer`,
    `You have chosen at most one mail in ${digestMinutes} minutes; the notification settings change that.`,
  ];
  return { subject, text: lines.join("\n") };
}
