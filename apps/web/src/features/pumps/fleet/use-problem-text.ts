import { useLingui } from "@lingui/react/macro";
import type { PumpCluster } from "@verandah/contract/pumps/pump-map.ts";

type Counts = Pick<PumpCluster, "faults" | "warnings" | "offline">;

/** How many pumps have a problem, such as "2 with a fault, 1 not connected or unknown". */
export function useProblemText(): (counts: Counts) => string {
  const { t } = useLingui();
  return ({ faults, warnings, offline }) =>
    [
      faults > 0 && t`${faults} with a fault`,
      warnings > 0 && t`${warnings} with a warning`,
      offline > 0 && t`${offline} not connected or unknown`,
    ]
      .filter((text) => text !== false)
      .join(", ") || t`No faults or warnings`;
}
