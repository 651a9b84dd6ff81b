import { alarmTextsOf, faultTextsOf, manyAtOnce } from "./alarm-messages.ts";
import { type AlarmName, alarmNames, alarms } from "./catalogue.ts";
import type { FullText, Language } from "./define.ts";
import type { FaultRule } from "./schema.ts";

/** An alarm of a type that a site adds, as `EV_CHARGER/charger-fault`. */
export type SiteAlarmName = `${string}/${string}`;

/** The text of one rule of an alarm, as `sensor-drift/return-air-drift`. */
type FaultTextName = `${AlarmName}/${string}`;

/** The message of an alarm for every language: the name of its text, and the numbers in it. `flood` has the code of its members. */
export interface AlarmText {
  name: AlarmName | FaultTextName | SiteAlarmName | "flood";
  numbers: number[];
  /** Unit of the numbers, where the text does not contain it. */
  unit?: string | undefined;
}

export const { alarmTitle, alarmMessage } = alarmTextsOf(alarms);

const faultTexts = faultTextsOf(alarms);
const messageOf = (name: AlarmName): FullText => {
  const alarm: { title: FullText; message?: FullText } = alarms[name];
  return alarm.message ?? alarm.title;
};

/** The name of the text of a fault: its own, or that of its alarm. */
export const faultTextName = (name: AlarmName, { rule, message }: FaultRule): AlarmName | FaultTextName =>
  message ? `${name}/${rule}` : name;

/** Titles of alarms, by name. */
export const alarmTitles = (language: Language): Record<string, string> =>
  Object.fromEntries([
    ...alarmNames.map((name) => [name, alarms[name].title[language]]),
    ...Object.entries(faultTexts).map(([name, { title }]) => [name, title[language]]),
  ]);

/** Name of the text of a code that equals an English message without numbers; undefined for other messages. */
export const findAlarmText = (message: string, code: number): AlarmName | undefined =>
  alarmNames.find((name) => alarms[name].code === code && messageOf(name).en === message);

/** Messages by name, with `{0}` to `{2}` in place of their numbers and `{unit}`. */
export const alarmTemplates = (language: Language): Record<string, string> =>
  Object.fromEntries([
    ...alarmNames.map((name) => [name, messageOf(name)[language]]),
    ...Object.entries(faultTexts).map(([name, { message }]) => [name, message[language] ?? message.en]),
    ["flood", manyAtOnce[language]],
  ]);

/** Names of the texts that contain a text in a language, with any numbers and in any case. */
export const alarmTextsWith = (language: Language, searched: string): string[] =>
  Object.entries(alarmTemplates(language))
    .filter(([, template]) =>
      template
        .replaceAll(/\{\w+\}/g, "")
        .toLowerCase()
        .includes(searched.toLowerCase()),
    )
    .map(([name]) => name);

/** Codes of the alarms whose titles contain a text in a language, in any case. */
export const alarmCodesWith = (language: Language, searched: string): number[] =>
  alarmNames
    .map((name) => alarms[name])
    .filter(({ title }) => title[language].toLowerCase().includes(searched.toLowerCase()))
    .map(({ code }) => code);
