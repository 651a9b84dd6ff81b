import { pointName, pointStatesOf, stateAt } from "@verandah/equipment/point-texts.ts";
import { useMemo } from "react";

import type { SeriesStates } from "./charts/trend-states.ts";
import { quantity } from "./format/number.ts";
import { useLanguage } from "./use-alarm-message.ts";

interface PointText {
  nameOf: (paramId: string) => string;
  /** States in words, everything else as number and unit. */
  valueText: (paramId: string, value: number, unit: string) => string;
  /** The words of a point whose numbers are states; undefined for one that measures or counts. */
  statesOf: (paramId: string) => SeriesStates | undefined;
}

/** Names and values of points, for reading. A point that is not known keeps its own name. Stable while the language stays. */
export function usePointText(): PointText {
  const language = useLanguage();
  return useMemo(
    () => ({
      nameOf: (paramId) => pointName(language, paramId),
      valueText: (paramId, value, unit) =>
        stateAt(pointStatesOf(language, paramId), value)?.[1] ?? quantity(value, unit),
      statesOf: (paramId) => pointStatesOf(language, paramId),
    }),
    [language],
  );
}
