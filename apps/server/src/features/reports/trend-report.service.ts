import { createWallClock } from "@verandah/time/wall-clock.ts";

import type { ActorCtx } from "#core/ctx.ts";
import { getDevice } from "#features/devices/devices.service.ts";
import { getPoint, listChangesOf, listTrendOf, valuesOf } from "#features/telemetry/telemetry.service.ts";

import type { ReportScope, ReportSource } from "./report-rows.repository.ts";
import {
  type ComparedValue,
  comparedValues,
  type StoredPoint,
  storedValues,
} from "./trend-report.repository.ts";

/** Maximum intervals of each point of a comparison. Only ranges longer than 300 days have more. */
const INTERVALS_MAX = 300;
/** Maximum changes of each state, the newest. An export has every value. */
const CHANGES_MAX = 10_000;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const intervals = [
  { interval: "1 minute", ms: MINUTE_MS },
  { interval: "5 minutes", ms: 5 * MINUTE_MS },
  { interval: "15 minutes", ms: 15 * MINUTE_MS },
  { interval: "1 hour", ms: HOUR_MS },
  { interval: "6 hours", ms: 6 * HOUR_MS },
  { interval: "1 day", ms: DAY_MS },
] as const;

type ComparedPoint = Awaited<ReturnType<typeof getPoint>> & { deviceName: string; paramId: string };

/** @throws AppError `not-found` */
async function findPoint(ctx: ActorCtx, point: string): Promise<ComparedPoint> {
  const [ssid = "", ...rest] = point.split("/");
  const paramId = rest.join("/");
  const device = await getDevice(ctx, ssid);
  return { ...(await getPoint(ctx, { ssid, param_id: paramId })), deviceName: device.name, paramId };
}

interface Range {
  from: Date;
  to: Date;
}

/** The changes of a state, with their times. */
async function listStates(ctx: ActorCtx, point: ComparedPoint, range: Range): Promise<ComparedValue[]> {
  return (await listChangesOf(ctx, point.id, range, CHANGES_MAX)).map(({ at, value, isFirst }) => ({
    ...point,
    at: at.toISOString(),
    value,
    min: null,
    max: null,
    interval: isFirst ? "first value" : "state change",
  }));
}

/** Minimum, mean (for a counter the last value) and maximum per interval. Intervals begin at midnight in the time zone of the campus. */
async function listMeans(
  ctx: ActorCtx,
  point: ComparedPoint,
  { from, to }: Range,
  { timeZone }: ReportScope,
): Promise<ComparedValue[]> {
  const lengthMs = to.getTime() - from.getTime();
  const { interval, ms } = intervals.find((one) => lengthMs <= INTERVALS_MAX * one.ms) ?? intervals[5];
  const clock = createWallClock(timeZone);
  const midnightMs = clock.instantOf(clock.read(from).day, "00:00").getTime();
  const startMs = midnightMs + Math.floor((from.getTime() - midnightMs) / ms) * ms;
  const lastOf = point.summary === "counter" ? point.summary : undefined;
  const means = await listTrendOf(ctx, point.id, { from: new Date(startMs), to, bucketMs: ms, lastOf });
  return means.map(({ at, avg, min, max, last }) => ({
    ...point,
    at: at.toISOString(),
    ...(last === undefined ? { value: avg, interval } : { value: last, interval: "last value" }),
    min,
    max,
  }));
}

/**
 * Opens a comparison: intervals and changes of states for the screen, every stored value for an export. Returns a function that creates the
 * source.
 *
 * @param points in the form `ssid/param_id`
 * @throws AppError `not-found` for a point outside the caller's campus
 */
export async function openComparison(
  ctx: ActorCtx,
  points: readonly string[],
  scope: ReportScope,
  use: "screen" | "export",
): Promise<(scope: ReportScope) => ReportSource> {
  const range = { from: scope.from ?? scope.now, to: scope.to ?? scope.now };
  const compared: ComparedPoint[] = [];
  for (const point of new Set(points)) compared.push(await findPoint(ctx, point));
  if (use === "export" && compared.length > 0) {
    const stored = compared.map((point): StoredPoint => ({ ...point, values: valuesOf(point.id, range) }));
    return (own) => storedValues(own, stored);
  }
  const values: ComparedValue[] = [];
  for (const point of compared) {
    const list = point.summary === "state" ? listStates : listMeans;
    values.push(...(await list(ctx, point, range, scope)));
  }
  return (own) => comparedValues(own, values);
}
