import { useLingui } from "@lingui/react/macro";
import type { LocationMetric } from "@verandah/contract/buildings.ts";

import { type State, useStateText } from "#shared/ui/feedback/state.tsx";

import { factsOf } from "./summarise-status.ts";

/** A floor and its state in words, for those who do not see the colour. */
export function useFloorLabel(): (floor: LocationMetric, state: State) => string {
  const { t } = useLingui();
  const stateText = useStateText();
  return (floor, state) => {
    const { name, noOfCritical, noOfLow } = floor;
    const word = floor.state === "fine" && state === "low" ? t`Outside its limits` : stateText(state);
    const counts = t`${name}: ${word}, ${noOfCritical} critical and ${noOfLow} low alerts`;
    return [counts, ...factsOf(floor)].join(", ");
  };
}
