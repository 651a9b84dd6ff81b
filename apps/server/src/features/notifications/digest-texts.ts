import { type AlarmGridRow, type AlarmState, LOW_ALARM_FROM } from "@verandah/contract/alarms/alarms.ts";
import type { Language } from "@verandah/contract/language.ts";
import { alarmMessage } from "@verandah/equipment/alarm-texts.ts";
import type { EquipmentType } from "@verandah/equipment/schema.ts";

import type { Mail } from "#core/mail.ts";

interface Words {
  critical: string;
  low: string;
  states: Record<Exclude<AlarmState, "active">, string>;
  explains: (count: number) => string;
  subject: (count: number, critical: number) => string;
  one: string;
  several: (count: number, critical: number) => string;
  more: (count: number) => string;
  all: string;
  chosen: (minutes: number) => string;
}

const words: Record<Language, Words> = {
  en: {
    critical: "CRITICAL",
    low: "low",
    states: { acknowledged: "acknowledged", returned: "returned", ignored: "ignored" },
    explains: (count) => `(${count} related ${count === 1 ? "alarm" : "alarms"})`,
    subject: (count, critical) => `${count} alarms, ${critical} critical`,
    one: "A new alarm:",
    several: (count, critical) => `${count} new alarms, ${critical} of them critical:`,
    more: (count) => `and ${count} more.`,
    all: "View all alarms:",
    chosen: (minutes) =>
      `You get at most one e-mail ${minutes === 1 ? "per minute" : `in ${minutes} minutes`}. Change this in the notification settings.`,
  },
  hi: {
    critical: "गंभीर",
    low: "कम गंभीर",
    states: { acknowledged: "स्वीकृत", returned: "समाप्त", ignored: "अनदेखा" },
    explains: (count) => `(${count} संबंधित अलार्म)`,
    subject: (count, critical) => `${count} अलार्म, ${critical} गंभीर`,
    one: "एक नया अलार्म:",
    several: (count, critical) => `${count} नए अलार्म, जिनमें ${critical} गंभीर:`,
    more: (count) => `और ${count} अन्य।`,
    all: "सभी यहाँ देखें:",
    chosen: (minutes) => `आपने ${minutes} मिनट में अधिकतम एक मेल चुना है; सूचना सेटिंग में इसे बदला जा सकता है।`,
  },
  kn: {
    critical: "ಗಂಭೀರ",
    low: "ಕಡಿಮೆ ಗಂಭೀರ",
    states: { acknowledged: "ಸ್ವೀಕರಿಸಲಾಗಿದೆ", returned: "ಮರಳಿದೆ", ignored: "ನಿರ್ಲಕ್ಷಿಸಲಾಗಿದೆ" },
    explains: (count) => `(${count} ಸಂಬಂಧಿತ ಅಲಾರಂಗಳು)`,
    subject: (count, critical) => `${count} ಅಲಾರಂಗಳು, ${critical} ಗಂಭೀರ`,
    one: "ಹೊಸ ಅಲಾರಂ:",
    several: (count, critical) => `${count} ಹೊಸ ಅಲಾರಂಗಳು, ಅವುಗಳಲ್ಲಿ ${critical} ಗಂಭೀರ:`,
    more: (count) => `ಮತ್ತು ಇನ್ನೂ ${count}.`,
    all: "ಎಲ್ಲ ಅಲಾರಂಗಳನ್ನು ನೋಡಿ:",
    chosen: (minutes) => `ನೀವು ${minutes} ನಿಮಿಷಗಳಲ್ಲಿ ಗರಿಷ್ಠ ಒಂದು ಮೇಲ್ ಆಯ್ದುಕೊಂಡಿದ್ದೀರಿ; ಅಧಿಸೂಚನೆ ಸೆಟ್ಟಿಂಗ್‌ಗಳಲ್ಲಿ ಬದಲಾಯಿಸಬಹುದು.`,
  },
};

function lineOf(language: Language, alarm: AlarmGridRow, siteTypes: readonly EquipmentType[]): string {
  const own = words[language];
  const grade = alarm.alarm_code < LOW_ALARM_FROM ? own.critical : own.low;
  const also = alarm.explains > 0 ? ` ${own.explains(alarm.explains)}` : "";
  const state = alarm.state === "active" ? "" : `, ${own.states[alarm.state]}`;
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
    publicUrl,
    digestMinutes,
    siteTypes,
  }: { publicUrl: string; digestMinutes: number; siteTypes: readonly EquipmentType[] },
): Pick<Mail, "subject" | "text"> {
  const own = words[language];
  const [first] = alarms;
  const subject =
    count === 1 && first
      ? `Verandah: ${first.Device_name}: ${alarmMessage(language, first, siteTypes)}`
      : `Verandah: ${own.subject(count, criticalCount)}`;
  const more = count - alarms.length;
  const lines = [
    count === 1 ? own.one : own.several(count, criticalCount),
    "",
    ...alarms.map((alarm) => lineOf(language, alarm, siteTypes)),
    ...(more > 0 ? [own.more(more)] : []),
    "",
    `${own.all} ${publicUrl}/admin/eventsviewer`,
    own.chosen(digestMinutes),
  ];
  return { subject, text: lines.join("\n") };
}
