import { type AlarmName, alarmNames, alarms, isAlarmName } from "./catalogue.ts";
import { type FullText, type Language, text } from "./define.ts";
import { unitAfterNumber } from "./units.ts";

/** The message of an alarm, whatever the language: which text, and the numbers in it. `flood` has the code of its members. */
export interface AlarmText {
  name: AlarmName | "flood";
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
export function alarmTitle(language: Language, code: number): string {
  const name = nameOf.get(code);
  return (name ? alarms[name].title : deviceEvent)[language];
}

/** A template with numbers in place of `{0}` and so on. */
export const fillNumbers = (template: string, values: readonly (number | string)[]) =>
  template.replaceAll(/\{(\d)\}/g, (_, at: string) => String(values[Number(at)] ?? ""));

/** The message of an alarm. A message in a device's own words (`text` null) stays as it is. */
export function alarmMessage(
  language: Language,
  alarm: {
    text: { name: string; numbers: readonly number[]; unit?: string | undefined } | null;
    message: string;
  },
): string {
  if (!alarm.text) return alarm.message;
  const { name, numbers, unit } = alarm.text;
  if (name === "flood") return fillNumbers(manyAtOnce[language], [alarmTitle(language, numbers[0] ?? 0)]);
  if (!isAlarmName(name)) return alarm.message;
  return fillNumbers(messageOf(name)[language], numbers).replace("{unit}", unitAfterNumber(unit));
}

/** What alarms are called, by name. */
export const alarmTitles = (language: Language): Record<string, string> =>
  Object.fromEntries(alarmNames.map((name) => [name, alarms[name].title[language]]));

/** Name of the text of a code that equals an English message without numbers; undefined for other messages. */
export const alarmTextSaying = (message: string, code: number): AlarmName | undefined =>
  alarmNames.find((name) => alarms[name].code === code && messageOf(name).en === message);

/** Messages by name, with `{0}` to `{2}` in place of their numbers and `{unit}`. */
export const alarmTemplates = (language: Language): Record<string, string> =>
  Object.fromEntries(alarmNames.map((name) => [name, messageOf(name)[language]]));

/** Names of the texts that contain some words in a language, whatever their numbers and case. */
export const alarmTextsWith = (language: Language, words: string): string[] =>
  alarmNames.filter((name) => messageOf(name)[language].toLowerCase().includes(words.toLowerCase()));
