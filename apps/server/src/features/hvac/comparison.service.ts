import type { ChartPoint } from "@verandah/contract/hvac/hvac-comparison.ts";
import { comparedPoints } from "@verandah/equipment/catalogue.ts";
import { ahu } from "@verandah/equipment/types/ahu.ts";

import type { ActorCtx } from "#core/ctx.ts";
import { getDeviceOfType } from "#features/devices/devices.service.ts";
import { listLatestOf } from "#features/telemetry/telemetry.service.ts";

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
