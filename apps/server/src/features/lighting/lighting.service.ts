import type {
  Light,
  Lights,
  listFailedLamps as listFailedLampsRoute,
} from "@verandah/contract/lighting/lights.ts";
import type { ParameterReading } from "@verandah/contract/telemetry/telemetry.ts";
import {
  channelOf,
  channelSuffixes,
  lightCommands,
  type LightChannel,
  type LightPoint,
  lightTypes,
} from "@verandah/equipment/light-group.ts";

import type { ActorCtx, Service } from "#core/ctx.ts";
import { presentStep } from "#core/reply-times.ts";
import {
  getLocationRow,
  listIdsBelow,
  listLocations,
  type LocationRow,
} from "#features/campuses/campuses.service.ts";
import { listNewestOf } from "#features/commands/command-lists.service.ts";
import { listCommandable, listOfflineReasons } from "#features/devices/devices.service.ts";
import { countPeople } from "#features/floor-plans/floor-occupancy.service.ts";
import { getPoint, listChangesOf, listLatestOf } from "#features/telemetry/telemetry.service.ts";

const LAMP_FAILURE: LightPoint = "lamp_failure";
/** How far back the start of a lamp's failure is searched, ms. */
const FAILURE_SEARCH_MS = 30 * 86_400_000;

const byName = (a: { name: string }, b: { name: string }) =>
  a.name.localeCompare(b.name, "en", { numeric: true });

/** A lighting controller with its latest values. */
export type MeasuredLight = Light & { readonly values: readonly ParameterReading[] };

/** Lighting controllers below a location, its zones and the people in them. @throws AppError `not-found` */
export async function listLights(ctx: ActorCtx, input: { id: number }): Promise<Lights> {
  const { below, zones, devices } = await listControllers(ctx, input);
  const [lights, occupancy] = await Promise.all([toLights(ctx, devices), countPeople(ctx, below)]);
  return { zones, lights, occupancy };
}

/** The same with the latest values. @throws AppError `not-found` */
export async function listMeasuredLights(
  ctx: ActorCtx,
  input: { id: number },
): Promise<Omit<Lights, "lights"> & { lights: MeasuredLight[] }> {
  const { below, zones, devices } = await listControllers(ctx, input);
  const [lights, occupancy, latest] = await Promise.all([
    toLights(ctx, devices),
    countPeople(ctx, below),
    listLatestOf(
      ctx,
      devices.map(({ id }) => id),
    ),
  ]);
  const valuesOf = new Map(
    [...latest.values()].map(({ ssid, points }) => [ssid, points.map(({ reading }) => reading)]),
  );
  return {
    zones,
    lights: lights.map((light) => ({ ...light, values: valuesOf.get(light.ssid) ?? [] })),
    occupancy,
  };
}

async function listControllers(ctx: ActorCtx, input: { id: number }) {
  const location = await getLocationRow(ctx, input.id);
  const [below, locations] = await Promise.all([
    listIdsBelow(ctx, location),
    listLocations(ctx, location.campusId),
  ]);
  const devices = await listCommandable(ctx, below, lightTypes);
  return { below, zones: zonesOf(locations, new Set(below)), devices };
}

async function toLights(
  ctx: ActorCtx,
  devices: Awaited<ReturnType<typeof listControllers>>["devices"],
): Promise<Light[]> {
  const [reasons, newest] = await Promise.all([
    listOfflineReasons(
      ctx,
      devices.map(({ id }) => id),
    ),
    // Without commands for tests of the emergency light, because they do not change the light.
    listNewestOf(ctx, { ssids: devices.map(({ ssid }) => ssid), paramIds: lightCommands }),
  ]);
  const lights = devices.map(({ id, ssid, name, type, floorId, zoneId, areaId, state }): Light => ({
    ssid,
    name,
    type,
    floorId,
    zoneId,
    areaId,
    state,
    offlineReason: reasons.get(id) ?? null,
    newestCommand: newest.get(ssid) ?? null,
  }));
  return lights.toSorted(byName);
}

/**
 * Failed lamps below a location. The state of a lamp is unknown when its value is not good or its light is not online.
 *
 * @throws AppError `not-found`
 */
export const listFailedLamps: Service<typeof listFailedLampsRoute> = async (ctx, input) => {
  const { zones, lights } = await listMeasuredLights(ctx, input);
  const lamps = lights.flatMap((light) =>
    channelSuffixes[light.type].flatMap((suffix, at) => {
      const reading = light.values.find(({ param_id: id }) => id === LAMP_FAILURE + suffix);
      const isKnown = light.state === "online" && reading?.quality === "good";
      return reading ? [{ light, reading, isKnown, channel: suffix === "" ? null : String(at + 1) }] : [];
    }),
  );
  const failed = lamps.filter(({ reading, isKnown }) => isKnown && (reading.param_value ?? 0) > 0);
  const to = new Date(ctx.now().getTime() + 1);
  const from = new Date(presentStep(ctx).getTime() - FAILURE_SEARCH_MS);
  return {
    failed: await Promise.all(
      failed.map(async ({ light: { ssid, name, zoneId, areaId }, reading, channel }) => {
        const point = await getPoint(ctx, { ssid, param_id: reading.param_id });
        const [change] = await listChangesOf(ctx, point.id, { from, to }, 1);
        const zone = zones.find(({ id }) => id === zoneId);
        return {
          ssid,
          name,
          channel,
          zone: zone?.name ?? null,
          area: zone?.areas.find(({ id }) => id === areaId)?.name ?? null,
          since: change?.at.toISOString() ?? reading.measured_time ?? to.toISOString(),
        };
      }),
    ),
    unknown: lamps.filter(({ isKnown }) => !isKnown).length,
    total: lamps.length,
  };
};

/** The present state of a channel: the good values of an online light. */
export const readChannel = (light: MeasuredLight, suffix: string): LightChannel =>
  channelOf((id) => {
    const reading = light.values.find(({ param_id: known }) => known === id);
    return light.state === "online" && reading?.quality === "good" ? reading.param_value : null;
  }, suffix);

/** The zones at or above the places, each with its areas. */
function zonesOf(locations: readonly LocationRow[], places: ReadonlySet<number>): Lights["zones"] {
  const areas = locations.filter(
    ({ id, zoneType }) => zoneType === "GL_LOCATION_TYPE_AREA" && places.has(id),
  );
  return locations
    .filter(
      ({ id, zoneType }) =>
        zoneType === "GL_LOCATION_TYPE_ZONE" && (places.has(id) || areas.some((area) => area.zoneId === id)),
    )
    .toSorted(byName)
    .map(({ id, name }) => ({
      id,
      name,
      areas: areas
        .filter((area) => area.zoneId === id)
        .toSorted(byName)
        .map((area) => ({ id: area.id, name: area.name })),
    }));
}
