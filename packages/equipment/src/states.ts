import type { Language } from "./define.ts";
import type { Point } from "./schema.ts";

/** The states of a point, by the number from which each applies, rising; undefined for a point that measures or counts. */
export const statesIn = (
  language: Language,
  point: Point | undefined,
): readonly (readonly [from: number, word: string])[] | undefined =>
  point?.states &&
  Object.entries(point.states).map(([from, word]) => [Number(from), word[language] ?? word.en]);

/** The state of a value; undefined for a point without states, and below the lowest. */
export function stateAt<S extends readonly [from: number, word: string]>(
  states: readonly S[] | undefined,
  value: number,
): S | undefined {
  return states?.findLast(([from]) => value >= from);
}

/** The severity of a value's state; undefined for a point whose states are neither good nor bad. */
export function levelOf(point: Point | undefined, value: number): "fine" | "warning" | "alarm" | undefined {
  const states = Object.entries(point?.states ?? {});
  return states.findLast(([from]) => value >= Number(from))?.[1].level;
}
