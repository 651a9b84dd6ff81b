import type { Language } from "@verandah/contract/language.ts";
import { createWallClock } from "@verandah/time/wall-clock.ts";

import type { CodeWords } from "./coded-columns.repository.ts";
import { type ChangeWords, changeWords } from "./report-field-words.ts";

/** An instant as JSON has it. */
export const INSTANT = String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$`;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const listOf = (texts: readonly (string | undefined)[]) => {
  const known = texts.filter((text) => text !== undefined);
  return known.length > 0 ? known.join(", ") : undefined;
};

/** What users wrote stays as it is: only field names and codes have words. Undefined for null without a word. */
function valueInWords(value: unknown, words: ChangeWords | undefined): string | undefined {
  if (Array.isArray(value)) return listOf(value.map((one) => valueInWords(one, words)));
  if (isRecord(value))
    return listOf(
      Object.entries(value).map(([key, one]) => fieldInWords(key, valueInWords(one, words), words)),
    );
  const json = JSON.stringify(value);
  return words?.values[json] ?? (typeof value === "string" ? value : value === null ? undefined : json);
}

const fieldInWords = (key: string, text: string | undefined, words: ChangeWords | undefined) =>
  text === undefined ? undefined : `${words?.fields[key] ?? key}: ${text}`;

const isInstant = new RegExp(INSTANT, "u");

/**
 * Makes the text of what an action set or changed: the new value of a point, or all fields.
 *
 * @param states words of states by the point's code and the number
 */
export function createChangeFormatter(
  language: Language,
  timeZone: string,
  states: CodeWords,
): (action: string, point: string | undefined, after: unknown) => string {
  const wordsOf = changeWords(language);
  const clock = createWallClock(timeZone);
  const localTimeOf = (instant: string) => {
    const { day, time } = clock.read(Date.parse(instant));
    return `${day} ${time}`;
  };
  return (action, point, after) => {
    if (!isRecord(after)) return "";
    const set = after["value"];
    if (set !== null && set !== undefined) {
      const state = typeof set === "number" ? states[`${point}/${Math.floor(set)}`] : undefined;
      return state ?? (typeof set === "string" ? set : JSON.stringify(set));
    }
    const words = wordsOf[action];
    const fields = Object.entries(after).map(([key, value]) =>
      fieldInWords(
        key,
        words?.instants.includes(key) && typeof value === "string" && isInstant.test(value)
          ? localTimeOf(value)
          : valueInWords(value, words),
        words,
      ),
    );
    return listOf(fields) ?? "";
  };
}
