import { plural, t } from "@lingui/core/macro";
import type { LocationMetric } from "@verandah/contract/buildings.ts";

import type { State } from "#shared/ui/state.tsx";

import { zonesWithIssue } from "./summaries.ts";

/** Names of floors after which the rest is only counted. */
const NAMES_MAX = 3;

/** The worst that can be said of some places, and where it is. */
export function judge(
  floors: readonly LocationMetric[],
  isOutdated: boolean,
): { state: State; text: string } {
  if (isOutdated)
    return { state: "unknown", text: t`No fresh values: what you see is the last known state.` };
  const sum = (count: (floor: LocationMetric) => number) => floors.reduce((n, floor) => n + count(floor), 0);

  const critical = sum((floor) => floor.noOfCritical);
  if (critical > 0) {
    const where = placeNames(floors.filter((floor) => floor.noOfCritical > 0));
    const count = plural(critical, { one: "# critical alarm", other: "# critical alarms" });
    return { state: "critical", text: `${count} · ${where}` };
  }
  const low = sum((floor) => floor.noOfLow);
  if (low > 0) {
    const where = placeNames(floors.filter((floor) => floor.noOfLow > 0));
    const count = plural(low, { one: "# low alarm", other: "# low alarms" });
    return { state: "low", text: `${count} · ${where}` };
  }
  const zones = sum(zonesWithIssue);
  if (zones > 0) {
    const count = plural(zones, { one: "# zone outside its limits", other: "# zones outside their limits" });
    return { state: "fine", text: t`No alarms. ${count}` };
  }
  return { state: "fine", text: t`All is well.` };
}

function placeNames(places: readonly LocationMetric[]): string {
  const names = places.slice(0, NAMES_MAX).map((place) => place.name);
  const more = places.length - names.length;
  return more > 0 ? t`${names.join(", ")} and ${more} more` : names.join(", ");
}
