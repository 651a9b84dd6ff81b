import type * as contract from "@verandah/contract/parking.ts";
import type { BayState, ParkingDeck } from "@verandah/contract/parking.ts";
import { AppError } from "@verandah/contract/problems.ts";
import { OCCUPIED, parking } from "@verandah/equipment/types/parking.ts";

import type { ActorCtx, Service } from "#core/ctx.ts";
import { listCurrentAlarms } from "#features/alarms/alarms.service.ts";
import {
  getLocationRow,
  listIdsBelow,
  listLocations,
  type LocationRow,
} from "#features/campuses/campuses.service.ts";
import { loadLimitSettings } from "#features/campuses/limits.service.ts";
import { listDevicesAt } from "#features/devices/devices.service.ts";
import { seesDevices } from "#features/floor-plans/floor-plans.service.ts";
import { lastDayOf, listPlacedValues, listSumsOf, qualityOf } from "#features/telemetry/telemetry.service.ts";

const OVER_PARKED = parking.alarms["over-parked"].code;
/** Types of places that can contain a deck, or be one. */
const placesWithDecks: readonly string[] = [
  "GL_LOCATION_TYPE_CAMPUS",
  "GL_LOCATION_TYPE_BUILDING",
  "GL_LOCATION_TYPE_FLOOR",
];

type Bay = ParkingDeck["bays"][number];

const listOccupied = (ctx: ActorCtx) =>
  listPlacedValues(ctx, [OCCUPIED], { campusId: ctx.actor.campusId, deviceTypes: [parking.type] });

interface BayDevice {
  locationId: number;
  floorId: number | null;
  activated: boolean;
}

interface DeckBays {
  all: Bay[];
  /** The bays that are counted. */
  inUse: Bay[];
}

/** Bays with their states, by the id of their floor. */
async function listBays(
  ctx: ActorCtx,
  locationIds: readonly number[],
  isInUse: (device: BayDevice) => boolean,
): Promise<Map<number | null, DeckBays>> {
  const now = ctx.now();
  const [devices, values, alarms] = await Promise.all([
    listDevicesAt(ctx, locationIds, parking.type, new Map()),
    listOccupied(ctx),
    listCurrentAlarms(ctx, locationIds),
  ]);
  const valueOf = new Map(values.map((value) => [value.deviceId, value]));
  const overSince = new Map(
    alarms.filter(({ code }) => code === OVER_PARKED).map(({ deviceId, raisedAt }) => [deviceId, raisedAt]),
  );
  const bayOf = ({ id, ssid, name, state }: (typeof devices)[number]): Bay => {
    const value = valueOf.get(id);
    const raisedAt = overSince.get(id);
    if (!value || state !== "online" || qualityOf(value, now) !== "good")
      return { ssid, name, state: "unknown", since: null };
    const taken: BayState = raisedAt ? "over" : "occupied";
    const isTaken = value.value > 0;
    // After a crash the time of the last change may be lost, but not the time of the alarm.
    const since = isTaken && raisedAt && raisedAt < value.changedAt ? raisedAt : value.changedAt;
    return { ssid, name, state: isTaken ? taken : "free", since: since.toISOString() };
  };
  const listOf = (own: typeof devices) =>
    own
      .map((device) => bayOf(device))
      .toSorted((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
  const bays = new Map<number | null, DeckBays>();
  for (const [floorId, own] of Map.groupBy(devices, (device) => device.floorId))
    bays.set(floorId, { all: listOf(own), inUse: listOf(own.filter((device) => isInUse(device))) });
  return bays;
}

function countsOf(bays: readonly Bay[]) {
  const count = (wanted: BayState) => bays.filter(({ state }) => state === wanted).length;
  const [total, unknown, over] = [bays.length, count("unknown"), count("over")];
  return {
    total,
    free: count("free"),
    occupied: count("occupied") + over,
    unknown,
    over,
    coverage: total === 0 ? 0 : (100 * (total - unknown)) / total,
  };
}

/** The id of the deck with the highest score; null when no score is above 0. */
function highest(decks: readonly ParkingDeck[], scoreOf: (deck: ParkingDeck) => number): number | null {
  const [first] = decks.toSorted((a, b) => scoreOf(b) - scoreOf(a));
  return first && scoreOf(first) > 0 ? first.id : null;
}

/** A campus, building or floor of the caller's campus. @throws AppError `not-found` for any other place */
async function getPlaceWithDecks(ctx: ActorCtx, id: number): Promise<LocationRow> {
  const place = await getLocationRow(ctx, id);
  if (!placesWithDecks.includes(place.zoneType)) throw new AppError("not-found");
  return place;
}

/** Returns a check that neither a place nor a place above it is deactivated. The place `topId` and those above it are not checked. */
function createActiveCheck(locations: readonly LocationRow[]) {
  const placeOf = new Map<number | null, LocationRow>(locations.map((place) => [place.id, place]));
  return function isActive(id: number | null, topId: number | null): boolean {
    const place = placeOf.get(id);
    return id === topId || !place || (place.isActive && isActive(place.parentId, topId));
  };
}

/** Bays of the parking decks of a campus or building, or of a floor. @throws AppError `not-found` for any other place */
export const getParkingStatus: Service<typeof contract.getParkingStatus> = async (ctx, input) => {
  const place = await getPlaceWithDecks(ctx, input.id);
  const [below, locations, settings] = await Promise.all([
    listIdsBelow(ctx, place),
    listLocations(ctx, place.campusId),
    loadLimitSettings(ctx, place.campusId),
  ]);
  const isActive = createActiveCheck(locations);
  const baysOf = await listBays(
    ctx,
    below,
    ({ locationId, floorId, activated }) => activated && isActive(locationId, floorId),
  );
  const deckOf = (floor: LocationRow): ParkingDeck => {
    const { all = [], inUse = [] } = baysOf.get(floor.id) ?? {};
    return {
      id: floor.id,
      name: floor.name,
      isActive: isActive(floor.id, null),
      ...countsOf(inUse),
      overParked: settings.at(floor).limits.overParked.overParked,
      bays: seesDevices(ctx) ? all : [],
    };
  };
  const decks = locations
    .filter(({ id, floorType }) => floorType === "parking" && below.includes(id))
    .map((floor) => deckOf(floor))
    .toSorted((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
  const open = decks.filter((deck) => deck.isActive);
  return {
    ...countsOf(open.flatMap(({ id }) => baysOf.get(id)?.inUse ?? [])),
    suggested: highest(open, ({ free }) => free),
    fullest: highest(open, ({ occupied, total }) => occupied / Math.max(1, total)),
    decks,
  };
};

/** Cars in the bays of a campus, building or floor in the last 24 hours. @throws AppError `not-found` for any other place */
export const getParkingTrend: Service<typeof contract.getParkingTrend> = async (ctx, input) => {
  const below = await listIdsBelow(ctx, await getPlaceWithDecks(ctx, input.id));
  const [devices, values] = await Promise.all([
    listDevicesAt(ctx, below, parking.type, new Map()),
    listOccupied(ctx),
  ]);
  const total = devices.length;
  const ids = new Set(devices.map(({ id }) => id));
  const sums = await listSumsOf(
    ctx,
    values.flatMap(({ deviceId, pointId }) => (ids.has(deviceId) ? [pointId] : [])),
    lastDayOf(ctx),
  );
  return {
    total,
    buckets: sums.map(({ at, sum, known }) => ({
      at: at.toISOString(),
      occupied: known === 0 ? null : sum,
      isComplete: known === total,
    })),
  };
};
