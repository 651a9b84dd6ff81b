import { plural, t } from "@lingui/core/macro";
import type { AlertLists } from "@verandah/contract/alarms.ts";
import type { LocationMetric } from "@verandah/contract/buildings.ts";

import type { State } from "#shared/ui/state.tsx";

import { zonesWithIssue } from "./summaries.ts";

/** Names of places after which the rest is only counted. */
const NAMES_MAX = 3;

interface Facts {
  places: readonly LocationMetric[];
  /** All active alarms; one may belong to the whole, such as a lost gateway, and to none of the places in it. */
  total: AlertLists["total"] | undefined;
  isOutdated: boolean;
}

/** The worst that can be said of some places, and where it is. */
export function judge({ places, total, isOutdated }: Facts): { state: State; text: string } {
  if (isOutdated)
    return { state: "unknown", text: t`No fresh values: what you see is the last known state.` };

  const critical = alarmsOf(places, (place) => place.noOfCritical, total?.system);
  if (critical.count > 0) {
    const text = plural(critical.count, { one: "# critical alarm", other: "# critical alarms" });
    return { state: "critical", text: `${text} · ${critical.where}` };
  }
  const low = alarmsOf(places, (place) => place.noOfLow, total?.solution);
  if (low.count > 0) {
    const text = plural(low.count, { one: "# low alarm", other: "# low alarms" });
    return { state: "low", text: `${text} · ${low.where}` };
  }
  const zones = places.reduce((sum, place) => sum + zonesWithIssue(place), 0);
  if (zones > 0) {
    const count = plural(zones, { one: "# zone outside its limits", other: "# zones outside their limits" });
    return { state: "fine", text: t`No alarms. ${count}` };
  }
  return { state: "fine", text: t`All is well.` };
}

function alarmsOf(
  places: readonly LocationMetric[],
  countOf: (place: LocationMetric) => number,
  total = 0,
): { count: number; where: string } {
  const below = places.reduce((sum, place) => sum + countOf(place), 0);
  const count = Math.max(below, total);
  const names = places.filter((place) => countOf(place) > 0).map((place) => place.name);
  if (count > below) names.unshift(t`common systems`);
  const shown = names.slice(0, NAMES_MAX).join(", ");
  const more = names.length - NAMES_MAX;
  return { count, where: more > 0 ? t`${shown} and ${more} more` : shown };
}
