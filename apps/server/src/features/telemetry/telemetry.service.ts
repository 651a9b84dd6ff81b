import { AppError } from "@verandah/contract/problems.ts";
import type { InputOf, ReplyOf } from "@verandah/contract/route.ts";
import type { getTrend as getTrendRoute, ParameterReading, Quality } from "@verandah/contract/telemetry.ts";
import { STALE_AFTER_INTERVALS } from "@verandah/field/points.ts";

import type { ActorCtx, Ctx } from "#core/ctx.ts";
import { getDevice } from "#features/devices/devices.service.ts";

import * as repository from "./telemetry.repository.ts";

export type { PlacedValue } from "./telemetry.repository.ts";

/** How good a stored value is now: `stale` once it is older than three expected intervals. */
export function qualityOf(
  value: { at: Date | null; quality: number | null; intervalMs: number },
  now: Date,
): Quality {
  if (!value.at) return "missing";
  if (now.getTime() - value.at.getTime() > STALE_AFTER_INTERVALS * value.intervalMs) return "stale";
  return value.quality === 0 ? "good" : "suspect";
}

function toReading(row: repository.LatestRow, now: Date): ParameterReading {
  return {
    param_id: row.paramId,
    param_value: row.value,
    measured_time: row.at?.toISOString() ?? null,
    unit: row.unit,
    quality: qualityOf(row, now),
  };
}

/** The latest readings of devices, by ssid. Any campus: the caller has checked whose they are. */
export async function listLatestOf(
  ctx: Ctx,
  deviceIds: readonly number[],
): Promise<Map<string, { kind: repository.LatestRow["kind"]; reading: ParameterReading }[]>> {
  const rows = await repository.listLatest(ctx.db, deviceIds);
  const now = ctx.now();
  const bySsid = new Map<string, { kind: repository.LatestRow["kind"]; reading: ParameterReading }[]>();
  for (const row of rows) {
    const list = bySsid.get(row.ssid) ?? [];
    list.push({ kind: row.kind, reading: toReading(row, now) });
    bySsid.set(row.ssid, list);
  }
  return bySsid;
}

/** The latest value of each point of a device. @throws AppError `not-found` */
export async function getLatest(ctx: ActorCtx, input: { ssid: string }): Promise<ParameterReading[]> {
  const device = await getDevice(ctx, input.ssid);
  const latest = await listLatestOf(ctx, [device.id]);
  return (latest.get(device.ssid) ?? []).map((entry) => entry.reading);
}

/** One point over a time range, in equal buckets; buckets without values are left out. @throws AppError `not-found` */
export async function getTrend(
  ctx: ActorCtx,
  input: InputOf<typeof getTrendRoute>,
): Promise<ReplyOf<typeof getTrendRoute>> {
  const device = await getDevice(ctx, input.ssid);
  const point = await getPoint(ctx, device.id, input.param_id);
  const from = new Date(input.from);
  const to = new Date(input.to);
  const bucketMs = Math.max(1, Math.ceil((to.getTime() - from.getTime()) / input.buckets));
  const buckets = await repository.listTrend(ctx.db, point.id, { from, to, bucketMs });
  return {
    param_id: input.param_id,
    unit: point.unit,
    buckets: buckets.map((bucket) => ({ ...bucket, at: bucket.at.toISOString() })),
  };
}

/** A point of a device. @throws AppError `not-found` */
export async function getPoint(ctx: Ctx, deviceId: number, paramId: string): Promise<repository.FoundPoint> {
  const point = await repository.findPoint(ctx.db, deviceId, paramId);
  if (!point) throw new AppError("not-found");
  return point;
}

/** Latest values of points of given names, with where they were measured. */
export function listPlacedValues(
  ctx: Ctx,
  paramIds: readonly string[],
  within: { buildingId?: number; campusId?: number; deviceType?: string },
): Promise<repository.PlacedValue[]> {
  return repository.listPlacedValues(ctx.db, paramIds, within);
}

/** Drops raw readings older than `keepDays` whole days; rollups stay. @returns the partitions dropped */
export function dropOldReadings(ctx: Ctx, keepDays: number): Promise<string[]> {
  const day = new Date(ctx.now().getTime() - keepDays * 86_400_000).toISOString().slice(0, 10);
  return repository.deleteDaysBefore(ctx.db, day);
}
