import { stateAt } from "@verandah/equipment/states.ts";
import uPlot from "uplot";

/** States by the number from which each applies, ascending, with their texts. */
export type SeriesStates = readonly (readonly [from: number, word: string])[];

/** Room for the texts of an axis: of a letter, and beside them; px. */
const LETTER_PX = 7;
const BESIDE_PX = 18;
const WORDS_MAX_PX = 120;

/** A bucket's value for drawing: the last of a counter, and of a state the number of its text. They have no means. */
export function drawn(
  { avg, last }: { avg: number; last?: number | undefined },
  states: SeriesStates | undefined,
): number {
  const value = last ?? avg;
  return stateAt(states, value)?.[0] ?? value;
}

/** A state lasts until the next one: no slopes. */
export function stateSteps(): Pick<uPlot.Series, "paths"> {
  const paths = uPlot.paths.stepped?.({ align: 1 });
  return paths ? { paths } : {};
}

/** Half a step of room at both ends; of two states both are visible. */
export function rangeOfStates(states: SeriesStates): uPlot.Scale.Range {
  const [first] = states[0] ?? [0];
  const [last] = states.at(-1) ?? [1];
  return (_, from: number | null, to: number | null) =>
    states.length <= 2 ? [first - 0.5, last + 0.5] : [(from ?? first) - 0.5, (to ?? last) + 0.5];
}

/** An axis with texts instead of numbers. */
export function axisOfStates(states: SeriesStates): Pick<uPlot.Axis, "size" | "splits" | "values"> {
  const longest = Math.max(...states.map(([, word]) => word.length));
  return {
    size: Math.min(WORDS_MAX_PX, longest * LETTER_PX + BESIDE_PX),
    splits: (_, __, low, high) => states.flatMap(([from]) => (from >= low && from <= high ? [from] : [])),
    values: (_, splits) => splits.map((value) => stateAt(states, value)?.[1] ?? ""),
  };
}
