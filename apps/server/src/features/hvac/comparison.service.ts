import type { ChartPoint, ComparedName } from "@verandah/contract/hvac-comparison.ts";
import { AppError } from "@verandah/contract/problems.ts";

import type { ActorCtx } from "#core/ctx.ts";
import { getDevice } from "#features/devices/devices.service.ts";
import { listLatestOf } from "#features/telemetry/telemetry.service.ts";

/** Source: spec 2 §3 AHU current readings and setpoint ids (its spelling). */
const compared: readonly { name: ComparedName; unit: string; actual: string; expected: string }[] = [
  {
    name: "ChW Valve",
    unit: "percent",
    actual: "Chilled Water Valve Feedback",
    expected: "ahu_chilled_valve_sp",
  },
  { name: "RAT", unit: "degC", actual: "Return Air Temperature", expected: "ahu_in_air_temperature_sp" },
  { name: "SAT", unit: "degC", actual: "Supply Air Temperature", expected: "ahu_suply_air_temperature_sp" },
];

/** What a unit measures beside what it should be. @throws AppError `not-found`, for other types of device as well */
export async function getActualVsExpected(ctx: ActorCtx, input: { ssid: string }): Promise<ChartPoint[]> {
  const device = await getDevice(ctx, input.ssid);
  if (device.type !== "AHU") throw new AppError("not-found");
  const points = (await listLatestOf(ctx, [device.id])).get(device.id)?.points ?? [];
  const readings = new Map(points.map(({ reading }) => [reading.param_id, reading]));
  return compared.map(({ name, unit, actual: actualId, expected: expectedId }) => {
    const actual = readings.get(actualId);
    const expected = readings.get(expectedId);
    return {
      name,
      actual: actual?.param_value ?? null,
      expected: expected?.param_value ?? null,
      unit: actual?.unit ?? unit,
      quality: actual?.quality ?? "missing",
      measured_time: actual?.measured_time ?? null,
      expectedQuality: expected?.quality ?? "missing",
    };
  });
}
