import type { AlertEntry, AlertLists } from "@verandah/contract/alarms.ts";
import type { LocationMetric } from "@verandah/contract/buildings.ts";

/**
 * Places with the alarms of the list counted to them. List and metrics arrive apart, and either may be seconds ahead: the higher
 * count stands, so that no place looks calm while its alarm is announced.
 */
export function countAlarms(
  places: readonly LocationMetric[],
  alerts: AlertLists | undefined,
): LocationMetric[] {
  const critical = tally(alerts?.system ?? []);
  const low = tally(alerts?.solution ?? []);
  return places.map((place) => ({
    ...place,
    noOfCritical: Math.max(place.noOfCritical, critical.get(place.id) ?? 0),
    noOfLow: Math.max(place.noOfLow, low.get(place.id) ?? 0),
  }));
}

/** A sum of places with the alarms that stand at none of them, such as a lost gateway of the building. */
export function withCommonAlarms(
  sum: LocationMetric,
  total: AlertLists["total"] | undefined,
): LocationMetric {
  return {
    ...sum,
    noOfCritical: Math.max(sum.noOfCritical, total?.system ?? 0),
    noOfLow: Math.max(sum.noOfLow, total?.solution ?? 0),
  };
}

/** Alarms by the id of the floor and of the zone that they stand at. */
function tally(alerts: readonly AlertEntry[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { floorId, zoneId } of alerts)
    for (const id of [floorId, zoneId]) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
