import type { Language } from "@verandah/contract/language.ts";
import { createWallClock } from "@verandah/time/wall-clock.ts";

import type { CodeTexts } from "./coded-columns.repository.ts";
import { type ChangeTexts, changeTexts } from "./field-texts.ts";

/** An instant in JSON. */
export const INSTANT = String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$`;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const listOf = (texts: readonly (string | undefined)[]) => {
  const known = texts.filter((text) => text !== undefined);
  return known.length > 0 ? known.join(", ") : undefined;
};

/** Texts of users stay unchanged: only field names and codes have texts. Undefined for null without a text. */
function formatValue(value: unknown, texts: ChangeTexts | undefined): string | undefined {
  if (Array.isArray(value)) return listOf(value.map((one) => formatValue(one, texts)));
  if (isRecord(value))
    return listOf(
      Object.entries(value).map(([key, one]) => formatField(key, formatValue(one, texts), texts)),
    );
  const json = JSON.stringify(value);
  return texts?.values[json] ?? (typeof value === "string" ? value : value === null ? undefined : json);
}

const formatField = (key: string, text: string | undefined, texts: ChangeTexts | undefined) =>
  text === undefined ? undefined : `${texts?.fields[key] ?? key}: ${text}`;

const isInstant = new RegExp(INSTANT, "u");

/**
 * Formats the values that an action set or changed: the new value of a point, or all fields.
 *
 * @param states texts of states by the point's code and the number
 */
export function createChangeFormatter(
  language: Language,
  timeZone: string,
  states: CodeTexts,
): (action: string, point: string | undefined, after: unknown) => string {
  const textsByCode = changeTexts(language);
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
    const texts = textsByCode[action];
    const fields = Object.entries(after).map(([key, value]) =>
      formatField(
        key,
        texts?.instants.includes(key) && typeof value === "string" && isInstant.test(value)
          ? localTimeOf(value)
          : formatValue(value, texts),
        texts,
      ),
    );
    return listOf(fields) ?? "";
  };
}
