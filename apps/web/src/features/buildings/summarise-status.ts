import { plural, t } from "@lingui/core/macro";
import type { LocationMetric, PlaceStatus } from "@verandah/contract/buildings.ts";
import type { HomeCounts } from "@verandah/contract/home.ts";
import type { ZoneCounts } from "@verandah/contract/hvac/hvac.ts";

import { overridesText } from "#shared/commands/overrides-text.ts";
import { numberText, quantity } from "#shared/format/number.ts";

import { zonesWithIssue } from "./overview/summaries.ts";

/** Number of names before the rest is only counted. */
const NAMES_MAX = 3;

/** Zones of a place that are outside their limits, off their setpoint or unknown, with or without an alarm. */
export function zoneFaultsOf(places: readonly LocationMetric[], counts: ZoneCounts | undefined): string[] {
  const zones = new Set(places.flatMap((place) => zonesWithIssue(place))).size;
  const { missed = 0, unknown = 0 } = counts ?? {};
  return [
    zones > 0 && plural(zones, { one: "# zone outside its limits", other: "# zones outside their limits" }),
    missed > 0 && plural(missed, { one: "# zone off setpoint", other: "# zones off setpoint" }),
    unknown > 0 && plural(unknown, { one: "# zone unknown", other: "# zones unknown" }),
  ].filter((text) => text !== false);
}

/**
 * The state of a place in one sentence: the problem, and the places below with it.
 *
 * @param zones against their setpoints; without them nothing shows that all is well
 */
export function summariseStatus(
  whole: PlaceStatus,
  places: readonly LocationMetric[],
  zones: ZoneCounts | undefined,
  hasWaiting = false,
): string {
  const { noOfCritical, noOfLow } = whole;
  if (whole.state === "critical") {
    const text = plural(noOfCritical, { one: "# critical alarm", other: "# critical alarms" });
    return `${text} · ${whereOf(places, (place) => place.noOfCritical, noOfCritical)}`;
  }
  if (whole.state === "low") {
    const text = plural(noOfLow, { one: "# low alarm", other: "# low alarms" });
    return `${text} · ${whereOf(places, (place) => place.noOfLow, noOfLow)}`;
  }
  if (whole.state === "unknown") {
    if (whole.isConnecting) return t`Connecting`;
    if (whole.noOfDevices === 0) return t`No data: no device is installed here.`;
    const unknown = places.filter((place) => place.state === "unknown" && place.noOfDevices > 0);
    return [t`State unknown`, namesText(unknown.map(({ name }) => name))].filter(Boolean).join(" · ");
  }
  const count = zoneFaultsOf(places, zones).join(" · ");
  if (count) return t`No alarms. ${count}`;
  return whole.noOfShelved > 0 || !zones || hasWaiting ? t`No active alarms.` : t`All is well.`;
}

/** Counts next to the state: devices that do not report, and shelved alarms. */
export function factsOf({
  noOfDevices,
  noOfOffline,
  noOfUnknown,
  noOfStale,
  noOfShelved,
}: PlaceStatus): string[] {
  const devices = numberText(noOfDevices);
  return [
    noOfOffline > 0 &&
      plural(noOfOffline, {
        one: `# of ${devices} devices offline`,
        other: `# of ${devices} devices offline`,
      }),
    noOfUnknown > 0 &&
      plural(noOfUnknown, {
        one: `# of ${devices} devices does not report`,
        other: `# of ${devices} devices do not report`,
      }),
    noOfStale > 0 && plural(noOfStale, { one: "# stale value", other: "# stale values" }),
    noOfShelved > 0 && plural(noOfShelved, { one: "# alarm shelved", other: "# alarms shelved" }),
  ].filter((text) => text !== false);
}

/** UPSs on battery with the time that is left, and overrides in force. */
export function countsOf({ overrides, overriddenDevices, onBattery, minutesLeft }: HomeCounts): string[] {
  const minutes = quantity(minutesLeft ?? 0, "minute");
  const supplied = plural(onBattery, { one: "# UPS on battery", other: "# UPSs on battery" });
  return [
    onBattery > 0 && (minutesLeft === null ? supplied : t`${supplied}, ${minutes} left`),
    overrides > 0 && overridesText(overrides, overriddenDevices),
  ].filter((text) => text !== false);
}

/** Counts per place. A remaining count belongs to the whole, such as a lost gateway of the building, or an AHU of a floor. */
function whereOf(
  places: readonly LocationMetric[],
  countOf: (place: LocationMetric) => number,
  total: number,
): string {
  const below = places.reduce((sum, place) => sum + countOf(place), 0);
  const names = places.filter((place) => countOf(place) > 0).map((place) => place.name);
  const isFloor = places.some((place) => place.zone_type === "GL_LOCATION_TYPE_ZONE");
  const ofWhole = isFloor ? t`floor-wide systems` : t`building-wide systems`;
  return namesText(total > below ? [ofWhole, ...names] : names);
}

function namesText(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_MAX).join(", ");
  const more = names.length - NAMES_MAX;
  return more > 0 ? t`${shown} and ${more} more` : shown;
}
