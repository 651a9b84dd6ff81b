import { type AlarmGridRow, LOW_ALARM_FROM } from "@verandah/contract/alarms/alarms.ts";
import type { Language } from "@verandah/contract/language.ts";
import { alarmMessage } from "@verandah/equipment/alarm-texts.ts";
import type { EquipmentType } from "@verandah/equipment/schema.ts";
import { msg } from "@verandah/texts/msg.ts";
import { translate } from "@verandah/texts/translate.ts";

import type { Mail } from "#core/mail.ts";

const grades = { critical: msg`CRITICAL`, low: msg`low` };
const states = { acknowledged: msg`acknowledged`, returned: msg`returned`, ignored: msg`ignored` };
const texts = {
  explains: msg`{0, plural, one {# related alarm} other {# related alarms}}`,
  subject: msg`{count} alarms, {criticalCount} critical`,
  one: msg`A new alarm:`,
  several: msg`{count} new alarms, {criticalCount} of them critical:`,
  more: msg`and {more} more.`,
  all: msg`View all alarms:`,
  limit: msg`You get at most one e-mail {minutes, plural, one {per minute} other {in # minutes}}. Change this in the notification settings.`,
};

function lineOf(language: Language, alarm: AlarmGridRow, siteTypes: readonly EquipmentType[]): string {
  const grade = translate(language, grades[alarm.alarm_code < LOW_ALARM_FROM ? "critical" : "low"]);
  const also = alarm.explains > 0 ? ` (${translate(language, texts.explains, { 0: alarm.explains })})` : "";
  const state = alarm.state === "active" ? "" : `, ${translate(language, states[alarm.state])}`;
  const message = alarmMessage(language, alarm, siteTypes);
  // An alarm of a whole place has the name of the place.
  const where =
    alarm.location === alarm.Device_name ? alarm.location : `${alarm.Device_name}, ${alarm.location}`;
  return `${grade}  ${alarm.Measured_time}  ${where}: ${message}${also}${state}`;
}

/** Subject and text of an e-mail about alarms, in a user's language. `count` includes alarms that the e-mail does not list. */
export function writeDigest(
  language: Language,
  alarms: readonly AlarmGridRow[],
  { count, criticalCount }: { count: number; criticalCount: number },
  {
    sender,
    publicUrl,
    digestMinutes,
    siteTypes,
  }: { sender: string; publicUrl: string; digestMinutes: number; siteTypes: readonly EquipmentType[] },
): Pick<Mail, "subject" | "text"> {
  const [first] = alarms;
  const counts = { count, criticalCount };
  const subject =
    count === 1 && first
      ? `${sender}: ${first.Device_name}: ${alarmMessage(language, first, siteTypes)}`
      : `${sender}: ${translate(language, texts.subject, counts)}`;
  const more = count - alarms.length;
  const lines = [
    translate(language, count === 1 ? texts.one : texts.several, counts),
    "",
    ...alarms.map((alarm) => lineOf(language, alarm, siteTypes)),
    ...(more > 0 ? [translate(language, texts.more, { more })] : []),
    "",
    `${translate(language, texts.all)} ${publicUrl}/admin/eventsviewer`,
    translate(language, texts.limit, { minutes: digestMinutes }),
  ];
  return { subject, text: lines.join("\n") };
}
