import { type LocationMetric, NO_DATA } from "@verandah/contract/buildings.ts";
import type { HeatMap, HeatMapType } from "@verandah/contract/floor-plans/floor-plans.ts";
import type { Quality } from "@verandah/contract/telemetry/telemetry.ts";
import { environment } from "@verandah/equipment/types/environment.ts";

import type { ActorCtx } from "#core/ctx.ts";
import { loadSnapshot, metricsBelow } from "#features/buildings/buildings.service.ts";
import { qualityOf } from "#features/telemetry/telemetry.service.ts";

import { listZones } from "./floor-plans.repository.ts";
import { getFloor, listFloorDevices, seesDevices } from "./floor-plans.service.ts";
import { colorOf, levelOf, measureOf, NO_VALUE_COLOR, scaleOf, sideOf } from "./heat-scale.ts";

/** One measurement of each zone of a floor and of its sensors. @throws AppError `not-found` for a place that is not a floor */
export async function getHeatMap(ctx: ActorCtx, input: { id: number; type: HeatMapType }): Promise<HeatMap> {
  const { type } = input;
  const floor = await getFloor(ctx, input.id);
  const { metric, issues, unit } = measureOf(type);
  const [snapshot, zones, sensors] = await Promise.all([
    loadSnapshot(ctx, floor),
    listZones(ctx.db, floor.id),
    seesDevices(ctx) ? listFloorDevices(ctx, floor, environment.type) : [],
  ]);
  const metrics = metricsBelow(snapshot, floor.id);
  const { campusId, buildingId, id: floorId } = floor;
  const limitsOf = (zoneId: number | null) =>
    snapshot.settings.at({ campusId, buildingId, floorId, zoneId }).limits;
  const values = snapshot.values
    .filter(({ paramId }) => paramId === metric)
    .map((value) => ({ ...value, quality: qualityOf(value, snapshot.now) }));
  const scale = scaleOf(type, limitsOf(null));
  /** A value that is not fresh gets the neutral colour. */
  const shade = (value: number | null, quality: Quality, zoneId: number | null) => {
    const isFresh = value !== null && quality === "good";
    return {
      color: isFresh ? colorOf(value, scale) : NO_VALUE_COLOR,
      level: isFresh ? levelOf(value, type, limitsOf(zoneId)) : null,
      quality,
    };
  };
  const byDevice = new Map(values.map((value) => [value.deviceId, value]));
  const measured = (place: LocationMetric | undefined) =>
    place?.parameters.find(({ name }) => name === metric);
  const sensorOf = (sensor: (typeof sensors)[number]) => {
    const found = byDevice.get(sensor.id);
    return {
      ssid: sensor.ssid,
      ss_name: sensor.name,
      name: metric,
      param_value: found?.value ?? null,
      coordinates: sensor.coordinates,
      ...shade(found?.value ?? null, found?.quality ?? "missing", sensor.zoneId),
      measured_time: found?.at.toISOString() ?? null,
    };
  };
  return {
    type,
    unit,
    scale,
    zones: zones.map((zone) => {
      const place = metrics.find(({ id }) => id === zone.id);
      const mean = measured(place);
      const value = mean?.value ?? NO_DATA;
      // The issue counts by the exact mean, and the value is rounded, possibly to the limit.
      const issue = place?.[issues].find(({ id }) => id === zone.id);
      const shaded = shade(value === NO_DATA ? null : value, mean?.quality ?? "missing", zone.id);
      return {
        id: zone.id,
        name: zone.name,
        coordinates: zone.outline,
        value,
        measured_time: mean?.measured_time ?? null,
        ...shaded,
        ...(issue && shaded.level && { level: sideOf(issue.limit, type, limitsOf(zone.id)) }),
        devices: sensors.filter(({ zoneId }) => zoneId === zone.id).map(sensorOf),
      };
    }),
  };
}
