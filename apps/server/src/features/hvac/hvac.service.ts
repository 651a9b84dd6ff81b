import type { ChartPoint } from "@verandah/contract/hvac/hvac-comparison.ts";
import type { FedVav } from "@verandah/contract/hvac/hvac.ts";
import { comparedPoints } from "@verandah/equipment/catalogue.ts";
import { ahu } from "@verandah/equipment/types/ahu.ts";

import type { ActorCtx } from "#core/ctx.ts";
import { getDeviceOfType, listFed } from "#features/devices/devices.service.ts";
import { listLatestOf } from "#features/telemetry/telemetry.service.ts";

/** An air handling unit of the caller's campus. @throws AppError `not-found`, for other types of device as well */
export const getUnit = (ctx: ActorCtx, ssid: string) => getDeviceOfType(ctx, ssid, "AHU");

/** The boxes that a unit feeds. @throws AppError `not-found` */
export async function listFedVavs(ctx: ActorCtx, input: { ssid: string }): Promise<FedVav[]> {
  const vavs = await listFed(ctx, (await getUnit(ctx, input.ssid)).id);
  return vavs.map(({ ssid, name, state }) => ({ ssid, name, state }));
}

/** A unit's readings and their setpoints. @throws AppError `not-found`, for other types of device as well */
export async function getActualVsExpected(ctx: ActorCtx, input: { ssid: string }): Promise<ChartPoint[]> {
  const device = await getDeviceOfType(ctx, input.ssid, ahu.type);
  const points = (await listLatestOf(ctx, [device.id])).get(device.id)?.points ?? [];
  const readings = new Map(points.map(({ reading }) => [reading.param_id, reading]));
  return comparedPoints(ahu).map(({ label, unit, ...ids }) => {
    const actual = readings.get(ids.reading);
    const expected = readings.get(ids.setpoint);
    return {
      name: label,
      actual: actual?.param_value ?? null,
      expected: expected?.param_value ?? null,
      unit: actual?.unit ?? unit,
      quality: actual?.quality ?? "missing",
      measured_time: actual?.measured_time ?? null,
      expectedQuality: expected?.quality ?? "missing",
    };
  });
}
