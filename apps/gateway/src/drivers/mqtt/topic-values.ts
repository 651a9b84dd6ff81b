import { numberOf, textOf } from "../json-values.ts";

/** Whether a topic fits a filter. Source: MQTT 3.1.1 §4.7. */
export function matches(filter: readonly string[], topic: readonly string[]): boolean {
  const isSystem = topic[0]?.startsWith("$") === true;
  if (isSystem && (filter[0] === "#" || filter[0] === "+")) return false;
  for (const [index, level] of filter.entries()) {
    if (level === "#") return true;
    if (index >= topic.length || (level !== "+" && level !== topic[index])) return false;
  }
  return filter.length === topic.length;
}

/** A payload as JSON, or as text when it does not begin like JSON. @throws SyntaxError */
export function readPayload(payload: Buffer): unknown {
  const text = new TextDecoder().decode(payload).trim();
  return /^[[{"]/.test(text) ? JSON.parse(text) : text;
}

/** The number of a value in a message; undefined for anything that is no number and none of the words. */
export function numberIn(value: unknown, words?: readonly (readonly [string, number])[]): number | undefined {
  const text = textOf(value)?.trim().toLowerCase();
  if (words && text !== undefined) {
    const found = words.find(([word]) => word.toLowerCase() === text);
    if (found) return found[1];
  }
  return numberOf(value);
}

/** A device with an earlier clock has not set it. */
const EARLIEST_MS = Date.UTC(2020, 0);
/** A clock may be ahead by this time. */
const AHEAD_MS = 60_000;
/** Seconds, milliseconds, microseconds and nanoseconds: the largest with a time before the year 5000. */
const UNITS_MS = [1_000, 1, 1e-3, 1e-6];
const ZONE = /(?:z|[+-]\d{2}:?\d{2})$/i;

/**
 * The instant that a message has, ms: a text with a time zone, or seconds, milliseconds, microseconds or nanoseconds since 1970. Undefined
 * for a time without a zone, and for that of a clock that is not set or ahead.
 */
export function instantOf(value: unknown, nowMs: number): number | undefined {
  const number = numberOf(value) ?? Number.NaN;
  const instant =
    typeof value === "string" && ZONE.test(value)
      ? Date.parse(value)
      : number * (UNITS_MS.find((unit) => number * unit < 1e14) ?? 1);
  return instant >= EARLIEST_MS && instant <= nowMs + AHEAD_MS
    ? Math.round(Math.min(instant, nowMs))
    : undefined;
}
