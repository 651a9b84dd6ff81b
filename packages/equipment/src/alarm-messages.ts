import { type FullText, type Language, text } from "./define.ts";
import type { EquipmentType, FaultRule, Text } from "./schema.ts";
import { unitAfterNumber } from "./units.ts";

export interface AlarmTexts {
  code: number;
  title: FullText;
  message?: FullText;
  variants?: Readonly<Record<string, FullText>>;
  faults?: readonly FaultRule[] | undefined;
}

interface DescribedAlarm {
  text: { name: string; numbers: readonly number[]; unit?: string | undefined } | null;
  message: string;
}

/** An alarm that groups many of one code. */
export const manyAtOnce = text("{0}: many at once", "{0}: एक साथ कई", "{0}: ಒಂದೇ ಬಾರಿ ಹಲವು");
/** The title of events from devices with codes of their own. */
const deviceEvent = text("Device event", "उपकरण की सूचना", "ಸಾಧನದ ಸೂಚನೆ");

/** A template with numbers in place of `{0}` and so on. */
export const fillNumbers = (template: string, values: readonly (number | string)[]) =>
  template.replaceAll(/\{(\d)\}/g, (_, at: string) => String(values[Number(at)] ?? ""));

/** The template of an alarm of a site type; undefined for other names. */
function siteTemplate(
  language: Language,
  name: string,
  siteTypes: readonly EquipmentType[],
): string | undefined {
  const [type, alarmName = ""] = name.split("/");
  const alarm = siteTypes.find((one) => one.type === type)?.alarms[alarmName];
  const template = alarm && (alarm.message ?? alarm.title);
  return template && (template[language] ?? template.en);
}

/** Messages of single faults and variants by the names of their texts, with the alarm's title. */
export const faultTextsOf = (
  alarms: Readonly<Record<string, AlarmTexts>>,
): Readonly<Record<string, { title: FullText; message: Text }>> =>
  Object.fromEntries(
    Object.entries(alarms).flatMap(([name, { title, faults = [], variants = {} }]) => [
      ...faults.flatMap(({ rule, message }) => (message ? [[`${name}/${rule}`, { title, message }]] : [])),
      ...Object.entries(variants).map(([variant, message]) => [`${name}/${variant}`, { title, message }]),
    ]),
  );

/** Titles and messages of some alarms: a page that shows one type of equipment does without the texts of the others. */
export function alarmTextsOf(alarms: Readonly<Record<string, AlarmTexts>>) {
  const ofCode = new Map(Object.values(alarms).map((alarm) => [alarm.code, alarm]));
  const faultTexts = faultTextsOf(alarms);

  /** The title of alarms of a code. */
  function alarmTitle(language: Language, code: number, siteTypes: readonly EquipmentType[] = []): string {
    const known = ofCode.get(code);
    if (known) return known.title[language];
    const own = siteTypes.flatMap((type) => Object.values(type.alarms)).find((alarm) => alarm.code === code);
    return (own && (own.title[language] ?? own.title.en)) ?? deviceEvent[language];
  }

  /**
   * The message of an alarm. A device's own message (`text` null) is unchanged.
   *
   * @param siteTypes the types that the alarm's campus adds
   */
  function alarmMessage(
    language: Language,
    alarm: DescribedAlarm,
    siteTypes: readonly EquipmentType[] = [],
  ): string {
    if (!alarm.text) return alarm.message;
    const { name, numbers, unit } = alarm.text;
    if (name === "flood")
      return fillNumbers(manyAtOnce[language], [alarmTitle(language, numbers[0] ?? 0, siteTypes)]);
    const known = Object.hasOwn(alarms, name) ? alarms[name] : undefined;
    const knownText: Text | undefined = known ? (known.message ?? known.title) : faultTexts[name]?.message;
    const template = knownText
      ? (knownText[language] ?? knownText.en)
      : siteTemplate(language, name, siteTypes);
    if (template === undefined) return alarm.message;
    return fillNumbers(template, numbers).replace("{unit}", unitAfterNumber(unit));
  }

  return { alarmTitle, alarmMessage };
}
