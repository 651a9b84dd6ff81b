import {
  type LocationMetric,
  type MetricName,
  NO_DATA,
  type PlaceStatus,
} from "@verandah/contract/buildings.ts";
import { comfortPoints } from "@verandah/equipment/comfort-points.ts";

import { storeysOf } from "#shared/storeys.ts";

export type Parameter = LocationMetric["parameters"][number];

/** The issue list of each parameter. Source: spec 2 §3 Floor metric entry. */
const issueLists = {
  [comfortPoints.temperature]: "tempIssue",
  [comfortPoints.humidity]: "humIssue",
  [comfortPoints.lux]: "luxIssue",
  [comfortPoints.co2]: "airIssue",
} as const satisfies Record<MetricName, keyof LocationMetric>;

export const metricNames: readonly MetricName[] = Object.values(comfortPoints);

/** Zones below a place where a parameter is outside its limits. */
export function issuesOf(place: LocationMetric, name: MetricName) {
  return place[issueLists[name]];
}

/** A parameter with a value, or undefined when the place has no data for it. */
export function parameterOf(place: LocationMetric, name: MetricName): Parameter | undefined {
  const parameter = place.parameters.find((candidate) => candidate.name === name);
  return parameter && parameter.value !== NO_DATA ? parameter : undefined;
}

/** Ids of the zones with any issue, each once. */
export function zonesWithIssue(place: LocationMetric): number[] {
  return [...new Set(metricNames.flatMap((name) => issuesOf(place, name).map((zone) => zone.id)))];
}

/** The state of a floor; a zone outside its limits counts as low at once, before the delay of its alarm, unless that is shelved. */
export const floorState = (floor: LocationMetric): PlaceStatus["state"] =>
  floor.state === "fine" && floor.noOfShelved === 0 && zonesWithIssue(floor).length > 0 ? "low" : floor.state;

/** Source: spec 2 §2 Building overview: floors are sorted by name alphabetically. */
export function sortByName(places: readonly LocationMetric[]): LocationMetric[] {
  return places.toSorted((a, b) => a.name.localeCompare(b.name));
}

/** Floors from the highest to the lowest; parking decks are below the ground. */
export const stackFloors = (floors: readonly LocationMetric[]) =>
  storeysOf(floors, ({ floor_type }) => floor_type === "parking");

const rank = { good: 0, suspect: 1, stale: 2, missing: 3 } as const;

/** All places together under the status of the whole: values averaged by their zones, with the best quality that any of them has. */
export function sumPlaces(
  places: readonly LocationMetric[],
  name: string,
  whole: PlaceStatus,
): LocationMetric {
  return {
    ...whole,
    id: 0,
    name,
    zone_type: "GL_LOCATION_TYPE_BUILDING",
    floor_type: null,
    noOfZones: places.reduce((sum, place) => sum + place.noOfZones, 0),
    parameters: metricNames.flatMap((parameterName) => meanParameter(places, parameterName) ?? []),
    tempIssue: places.flatMap((place) => place.tempIssue),
    humIssue: places.flatMap((place) => place.humIssue),
    luxIssue: places.flatMap((place) => place.luxIssue),
    airIssue: places.flatMap((place) => place.airIssue),
  };
}

function meanParameter(places: readonly LocationMetric[], name: MetricName): Parameter | undefined {
  const known = places.flatMap((place) => {
    const parameter = parameterOf(place, name);
    return parameter ? [{ parameter, weight: Math.max(1, place.noOfZones) }] : [];
  });
  const best = known
    .map(({ parameter }) => parameter)
    .toSorted((a, b) => rank[a.quality] - rank[b.quality])[0];
  if (!best) return undefined;
  // In a mean, a stale value beside fresh ones would count as fresh.
  const counted = known.filter(({ parameter }) => parameter.quality === best.quality);
  const weight = counted.reduce((sum, entry) => sum + entry.weight, 0);
  const sum = counted.reduce((total, entry) => total + Number(entry.parameter.value) * entry.weight, 0);
  const suspects = places.reduce(
    (count, place) => count + (place.parameters.find((one) => one.name === name)?.suspects ?? 0),
    0,
  );
  return { ...best, value: sum / weight, ...(suspects > 0 && { suspects }) };
}
