import { stateAt } from "@verandah/equipment/states.ts";
import uPlot from "uplot";

import type { SeriesStates } from "./trend-data.ts";

/** Room for the texts of an axis: of a letter, and beside them; px. */
const LETTER_PX = 7;
const BESIDE_PX = 18;
const WORDS_MAX_PX = 120;

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
