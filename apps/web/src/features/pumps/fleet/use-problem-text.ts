import { useLingui } from "@lingui/react/macro";
import type { PumpCluster } from "@verandah/contract/pumps/pump-map.ts";

import { useIsOld } from "#shared/age.ts";
import { useShownState } from "#shared/ui/feedback/state.tsx";

type Counts = Pick<PumpCluster, "faults" | "warnings" | "offline">;

/** The level of some pumps. Of old counts a problem stays visible, and anything else is unknown. */
export function useLevel(): (counts: Counts) => "alarm" | "warning" | "unknown" | "fine" {
  const shown = useShownState();
  return ({ faults, warnings, offline }) => {
    if (faults > 0) return "alarm";
    if (warnings + offline > 0) return "warning";
    return shown("fine");
  };
}

/** How many pumps have a problem, such as "2 with a fault, 1 not connected or unknown". */
export function useProblemText(): (counts: Counts) => string {
  const { t } = useLingui();
  const none = useIsOld() ? t`State unknown` : t`No faults or warnings`;
  return ({ faults, warnings, offline }) =>
    [
      faults > 0 && t`${faults} with a fault`,
      warnings > 0 && t`${warnings} with a warning`,
      offline > 0 && t`${offline} not connected or unknown`,
    ]
      .filter((text) => text !== false)
      .join(", ") || none;
}
