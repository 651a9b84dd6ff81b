import { type AlarmName, alarmNames, alarms, isAlarmName } from "./catalogue.ts";
import { type FullText, type Language, text } from "./define.ts";
import type { EquipmentType, FaultRule, Text } from "./schema.ts";
import { unitAfterNumber } from "./units.ts";

/** An alarm of a type that a site adds, as `EV_CHARGER/charger-fault`. */
export type SiteAlarmName = `${string}/${string}`;

/** The text of one rule of an alarm, as `sensor-drift/return-air-drift`. */
type FaultTextName = `${AlarmName}/${string}`;

/** The message of an alarm, whatever the language: which text, and the numbers in it. `flood` has the code of its members. */
export interface AlarmText {
  name: AlarmName | FaultTextName | SiteAlarmName | "flood";
  numbers: number[];
  /** Unit of the numbers, where the text does not contain it. */
  unit?: string | undefined;
}

const manyAtOnce = text("{0}: many at once", "{0}: एक साथ कई", "{0}: ಒಂದೇ ಬಾರಿ ಹಲವು");
/** Events that devices send may have codes of their own. */
const deviceEvent = text("Device event", "उपकरण की सूचना", "ಸಾಧನದ ಸೂಚನೆ");

const nameOf = new Map<number, AlarmName>(alarmNames.map((name) => [alarms[name].code, name]));
const messageOf = (name: AlarmName): FullText => {
  const alarm: { title: FullText; message?: FullText } = alarms[name];
  return alarm.message ?? alarm.title;
};

/** What alarms of a code are called. */
export function alarmTitle(
  language: Language,
  code: number,
  siteTypes: readonly EquipmentType[] = [],
): string {
  const name = nameOf.get(code);
  if (name) return alarms[name].title[language];
  const own = siteTypes.flatMap((type) => Object.values(type.alarms)).find((alarm) => alarm.code === code);
  return (own && (own.title[language] ?? own.title.en)) ?? deviceEvent[language];
}

/** The name of the text of a fault: its own, or that of its alarm. */
export const faultTextName = (name: AlarmName, { rule, message }: FaultRule): AlarmName | FaultTextName =>
  message ? `${name}/${rule}` : name;

/** Messages of single faults by the names of their texts, with the alarm's title. */
const faultTexts: Readonly<Record<string, { title: FullText; message: Text }>> = Object.fromEntries(
  alarmNames.flatMap((name) => {
    const { title, faults = [] }: { title: FullText; faults?: readonly FaultRule[] | undefined } =
      alarms[name];
    return faults.flatMap((fault) =>
      fault.message ? [[faultTextName(name, fault), { title, message: fault.message }]] : [],
    );
  }),
);

/** A template with numbers in place of `{0}` and so on. */
export const fillNumbers = (template: string, values: readonly (number | string)[]) =>
  template.replaceAll(/\{(\d)\}/g, (_, at: string) => String(values[Number(at)] ?? ""));

/** The template of an alarm that a site type has; undefined for other names. */
function siteTemplate(
  language: Language,
  name: string,
  siteTypes: readonly EquipmentType[],
): string | undefined {
  const [type, alarmName = ""] = name.split("/");
  const alarm = siteTypes.find((one) => one.type === type)?.alarms[alarmName];
  const words = alarm && (alarm.message ?? alarm.title);
  return words && (words[language] ?? words.en);
}

/**
 * The message of an alarm. A message in a device's own words (`text` null) stays as it is.
 *
 * @param siteTypes the types that the alarm's campus adds
 */
export function alarmMessage(
  language: Language,
  alarm: {
    text: { name: string; numbers: readonly number[]; unit?: string | undefined } | null;
    message: string;
  },
  siteTypes: readonly EquipmentType[] = [],
): string {
  if (!alarm.text) return alarm.message;
  const { name, numbers, unit } = alarm.text;
  if (name === "flood")
    return fillNumbers(manyAtOnce[language], [alarmTitle(language, numbers[0] ?? 0, siteTypes)]);
  const ofFault = faultTexts[name]?.message;
  const template = isAlarmName(name)
    ? messageOf(name)[language]
    : ofFault
      ? (ofFault[language] ?? ofFault.en)
      : siteTemplate(language, name, siteTypes);
  if (template === undefined) return alarm.message;
  return fillNumbers(template, numbers).replace("{unit}", unitAfterNumber(unit));
}

/** What alarms are called, by name. */
export const alarmTitles = (language: Language): Record<string, string> =>
  Object.fromEntries([
    ...alarmNames.map((name) => [name, alarms[name].title[language]]),
    ...Object.entries(faultTexts).map(([name, { title }]) => [name, title[language]]),
  ]);

/** Name of the text of a code that equals an English message without numbers; undefined for other messages. */
export const alarmTextSaying = (message: string, code: number): AlarmName | undefined =>
  alarmNames.find((name) => alarms[name].code === code && messageOf(name).en === message);

/** Messages by name, with `{0}` to `{2}` in place of their numbers and `{unit}`. */
export const alarmTemplates = (language: Language): Record<string, string> =>
  Object.fromEntries([
    ...alarmNames.map((name) => [name, messageOf(name)[language]]),
    ...Object.entries(faultTexts).map(([name, { message }]) => [name, message[language] ?? message.en]),
  ]);

/** Names of the texts that contain some words in a language, whatever their numbers and case. */
export const alarmTextsWith = (language: Language, words: string): string[] =>
  Object.entries(alarmTemplates(language))
    .filter(([, template]) => template.toLowerCase().includes(words.toLowerCase()))
    .map(([name]) => name);
