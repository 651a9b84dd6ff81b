import { type LocationMetric, NO_DATA } from "@verandah/contract/buildings.ts";
import type { Configuration } from "@verandah/contract/campuses.ts";
import type { HeatMap, HeatMapType } from "@verandah/contract/floor-plans.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { Quality } from "@verandah/contract/telemetry.ts";

import type { ActorCtx } from "#core/ctx.ts";
import { computeMetrics } from "#features/buildings/buildings.service.ts";
import { loadLimitsBook } from "#features/campuses/limits.service.ts";
import { listPlacedValues, type PlacedValue, qualityOf } from "#features/telemetry/telemetry.service.ts";

import { listZones } from "./floor-plans.repository.ts";
import { getFloor, listFloorDevices, seesDevices } from "./floor-plans.service.ts";
import { colorOf, legendOf, measureOf, NO_VALUE_COLOR } from "./heat-scale.ts";

/** The sensors whose values a heat map shows. */
const SENSOR_TYPE = "ENVIRONMENT";

/** A value that is not fresh has no colour of its own. */
function shade(value: number | null, quality: Quality, type: HeatMapType, limits: Configuration): string {
  return value === null || quality !== "good" ? NO_VALUE_COLOR : colorOf(value, type, limits);
}

/** One measurement of each zone of a floor, and of each of its sensors. @throws AppError `not-found` for anything but a floor */
export async function getHeatMap(ctx: ActorCtx, input: { id: number; type: HeatMapType }): Promise<HeatMap> {
  const { type } = input;
  const floor = await getFloor(ctx, input.id);
  const { metric, unit } = measureOf(type);
  const [book, zones, metrics, sensors, values] = await Promise.all([
    loadLimitsBook(ctx, floor.campusId),
    listZones(ctx.db, floor.id),
    computeMetrics(ctx, floor),
    seesDevices(ctx) ? listFloorDevices(ctx, floor, SENSOR_TYPE) : [],
    floor.buildingId === null
      ? []
      : listPlacedValues(ctx, [metric], { buildingId: floor.buildingId, deviceType: SENSOR_TYPE }),
  ]);
  const now = ctx.now();
  const { campusId, buildingId, id: floorId } = floor;
  const limitsOf = (zoneId: number | null) => {
    const limits = book.at({ campusId, buildingId, floorId, zoneId });
    if (!limits) throw new AppError("not-found");
    return limits;
  };
  const byDevice = new Map(values.map((value) => [value.deviceId, value]));
  const measured = (place: LocationMetric | undefined) =>
    place?.parameters.find(({ name }) => name === metric);
  const sensorOf = (sensor: (typeof sensors)[number]) => {
    const found: PlacedValue | undefined = byDevice.get(sensor.id);
    const quality = found ? qualityOf(found, now) : "missing";
    return {
      ssid: sensor.ssid,
      ss_name: sensor.name,
      name: metric,
      param_value: found?.value ?? null,
      coordinates: sensor.coordinates,
      color: shade(found?.value ?? null, quality, type, limitsOf(sensor.zoneId)),
      quality,
      measured_time: found?.at.toISOString() ?? null,
    };
  };
  return {
    type,
    unit,
    legend: legendOf(type, limitsOf(null)),
    zones: zones.map((zone) => {
      const mean = measured(metrics.find(({ id }) => id === zone.id));
      const value = mean?.value ?? NO_DATA;
      const quality = mean?.quality ?? "missing";
      return {
        id: zone.id,
        name: zone.name,
        coordinates: zone.outline,
        value,
        quality,
        measured_time: mean?.measured_time ?? null,
        color: shade(value === NO_DATA ? null : value, quality, type, limitsOf(zone.id)),
        devices: sensors.filter(({ zoneId }) => zoneId === zone.id).map(sensorOf),
      };
    }),
  };
}
