import type { DeviceReadings, ParameterReading } from "@verandah/contract/telemetry/telemetry.ts";
import { doubtOfStored, STALE_AFTER_INTERVALS } from "@verandah/field/points.ts";

import type { StoredValue } from "#core/bus.ts";
import type { ActorCtx, Ctx } from "#core/ctx.ts";
import { findSeenDevices } from "#features/devices/pump-customers.service.ts";

import * as latest from "./latest.repository.ts";
import { noteStale, qualityOf } from "./value-age.ts";

type Measured = Pick<latest.LatestRow, "paramId" | "value" | "at" | "unit" | "quality" | "intervalMs">;

function toReading(row: Measured, now: Date): ParameterReading {
  const quality = qualityOf(row, now);
  const doubt = quality === "suspect" ? doubtOfStored(row.quality) : undefined;
  return {
    param_id: row.paramId,
    param_value: row.value,
    measured_time: row.at?.toISOString() ?? null,
    unit: row.unit,
    quality,
    ...(doubt && { doubt }),
  };
}

/** How long a good value stays fresh; nothing for any other value. */
const freshnessOf = ({ quality }: ParameterReading, { at, intervalMs }: Measured, now: Date) =>
  quality === "good" &&
  at && { freshForMs: at.getTime() + STALE_AFTER_INTERVALS * intervalMs - now.getTime() };

/** Converts a value that has just been stored to the format of the API. */
export function toStoredReading(
  { point, atMs, value, quality }: StoredValue,
  now: Date,
): DeviceReadings["values"][number] {
  const { paramId, unit, intervalMs } = point;
  const row = { paramId, unit, intervalMs, value, quality, at: new Date(atMs) };
  const reading = toReading(row, now);
  return { ...reading, ...freshnessOf(reading, row, now) };
}

export interface LatestOfDevice {
  ssid: string;
  points: { kind: latest.LatestRow["kind"]; reading: ParameterReading; freshForMs?: number }[];
}

/** The latest readings of devices, by device id. Without an access check: the caller does it. */
export async function listLatestOf(
  ctx: Ctx,
  deviceIds: readonly number[],
): Promise<Map<number, LatestOfDevice>> {
  const rows = await latest.listLatest(ctx.db, deviceIds);
  noteStale(ctx, rows);
  const now = ctx.now();
  const byDevice = new Map<number, LatestOfDevice>();
  for (const row of rows) {
    const device = byDevice.get(row.deviceId) ?? { ssid: row.ssid, points: [] };
    byDevice.set(row.deviceId, device);
    const reading = toReading(row, now);
    device.points.push({ kind: row.kind, reading, ...freshnessOf(reading, row, now) });
  }
  return byDevice;
}

/** The latest value of each point of the devices that the caller may see. */
export async function listLatest(ctx: ActorCtx, input: { devices: string[] }): Promise<DeviceReadings[]> {
  const devices = await findSeenDevices(ctx, input.devices);
  const found = await listStates(
    ctx,
    devices.map(({ id }) => id),
  );
  return devices.map(({ id, ssid }) => found.get(id) ?? { ssid, values: [] });
}

/** The latest value of each point of devices, by device id. Without an access check: the caller does it. */
export async function listStates(
  ctx: Ctx,
  deviceIds: readonly number[],
): Promise<Map<number, DeviceReadings>> {
  const found = await listLatestOf(ctx, deviceIds);
  return new Map(
    Array.from(found, ([id, { ssid, points }]) => [
      id,
      { ssid, values: points.map(({ kind: _kind, reading, ...fresh }) => ({ ...reading, ...fresh })) },
    ]),
  );
}
