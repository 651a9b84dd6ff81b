import { useLingui } from "@lingui/react/macro";
import type { PumpCluster } from "@verandah/contract/pumps/pump-map.ts";

type Counts = Pick<PumpCluster, "faults" | "warnings" | "offline">;

/** The level of some pumps. Without a live connection a problem stays visible, and anything else is unknown. */
export function levelOf({ faults, warnings, offline }: Counts, isOutdated: boolean) {
  if (faults > 0) return "alarm";
  if (warnings + offline > 0) return "warning";
  return isOutdated ? "unknown" : "fine";
}

/** How many pumps have a problem, such as "2 with a fault, 1 not connected or unknown". */
export function useProblemText(): (counts: Counts, isOutdated: boolean) => string {
  const { t } = useLingui();
  return ({ faults, warnings, offline }, isOutdated) =>
    [
      faults > 0 && t`${faults} with a fault`,
      warnings > 0 && t`${warnings} with a warning`,
      offline > 0 && t`${offline} not connected or unknown`,
    ]
      .filter((text) => text !== false)
      .join(", ") || (isOutdated ? t`State unknown` : t`No faults or warnings`);
}
