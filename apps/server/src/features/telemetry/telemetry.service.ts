import { AppError } from "@verandah/contract/problems.ts";
import type { GraphData } from "@verandah/contract/telemetry/graph-data.ts";
import type * as contract from "@verandah/contract/telemetry/telemetry.ts";
import { MISDATED_MAX } from "@verandah/contract/telemetry/telemetry.ts";
import { pointOf, summaryOf } from "@verandah/equipment/catalogue.ts";
import { STALE_AFTER_INTERVALS } from "@verandah/field/points.ts";

import { asService, type ActorCtx, type Ctx, type Service } from "#core/ctx.ts";
import { endUntilNow, presentStep } from "#core/reply-times.ts";
import { getDevice } from "#features/devices/devices.service.ts";
import { checkMaySee } from "#features/devices/pump-customers.service.ts";
import { getType } from "#features/equipment/equipment.service.ts";

import * as latest from "./latest.repository.ts";
import { findPoint } from "./points.repository.ts";
import { STORED_HEARTBEAT_MS } from "./readings/change-filter.ts";
import * as doubtful from "./readings/doubtful-values.repository.ts";
import { groupJournal } from "./readings/readings-upkeep.ts";
import * as readings from "./readings/readings.repository.ts";
import * as excursions from "./trends/excursions.repository.ts";
import { gapsBetween } from "./trends/trend-gaps.ts";
import { listTrend, type TrendBucket, trendOf, type TrendRange } from "./trends/trends.repository.ts";
import { noteStale } from "./value-age.ts";
import * as values from "./values.repository.ts";

export { type CounterBucket, followCounter } from "./counters.ts";
export type { DoubtfulValue } from "./readings/doubtful-values.repository.ts";
export type { PlacedValue } from "./latest.repository.ts";
export { type LatestOfDevice, listLatestOf, listStates, toStoredReading } from "./latest.service.ts";
export { noteStale, qualityOf, staleAtMs } from "./value-age.ts";
export { type ValueRun, valuesOf } from "./values.repository.ts";

/** An unchanged value is stored at least this often, ms. */
export const STORED_EVERY_MS = STORED_HEARTBEAT_MS;

/** A value further in the future than this has a wrong clock. It is stored as suspect and never becomes the latest, ms. */
export const AHEAD_MAX_MS = 5 * 60_000;

/** Deletes all stored values of devices. */
export const deleteReadingsOf = asService(readings.deleteReadingsOf);

/** Deletes all stored values of devices that send no more, those in the journal too, in short transactions. */
export async function clearReadingsOf(ctx: Ctx, deviceIds: readonly number[]): Promise<void> {
  await groupJournal(ctx, true);
  for (const id of deviceIds) await deleteReadingsOf(ctx, [id]);
  await readings.deleteEmptyDays(ctx.db);
}

/** Readings of a device with a wrong clock, with both times. @throws AppError `not-found` */
export const listMisdated: Service<typeof contract.listMisdated> = async (ctx, input) => {
  const device = await getDevice(ctx, input.ssid);
  const rows = await readings.listMisdated(ctx.db, device.id, MISDATED_MAX);
  return rows.map((row) => ({
    param_id: row.paramId,
    param_value: row.value,
    unit: row.unit,
    measured_time: row.at.toISOString(),
    arrived_time: row.arrivedAt.toISOString(),
  }));
};

const FIVE_MINUTES_MS = 300_000;
/** Buckets from this length on become five minutes long, because five-minute values are stored as rollups, ms. */
const NEARLY_FIVE_MINUTES_MS = 270_000;

/** The bucket length of a trend for a minimum length, ms. */
function bucketOf(leastMs: number): number {
  if (leastMs >= NEARLY_FIVE_MINUTES_MS && leastMs < FIVE_MINUTES_MS) return FIVE_MINUTES_MS;
  return Math.max(1, Math.ceil(leastMs));
}

/**
 * One point over a time range in equal buckets, without empty ones. An unchanged value is stored only once a minute, so a gap begins after
 * that time and three expected intervals.
 *
 * @throws AppError `not-found`
 */
export const getTrend: Service<typeof contract.getTrend> = async (ctx, input) => {
  const point = await getPoint(ctx, input);
  const requestedFrom = new Date(input.from);
  const to = new Date(input.to);
  const bucketMs = bucketOf((to.getTime() - requestedFrom.getTime()) / input.buckets);
  const from = point.since && point.since > requestedFrom ? point.since : requestedFrom;
  const lastOf = point.summary === "mean" ? undefined : point.summary;
  const { buckets, suspects } =
    from < to
      ? await listTrend(ctx.db, point.id, { from, to, bucketMs, lastOf })
      : { buckets: [], suspects: [] };
  const gaps = gapsBetween(
    buckets.map(({ at }) => at.getTime()),
    { fromMs: from.getTime(), toMs: endUntilNow(ctx, to.getTime()), bucketMs },
    silenceMaxOf(point),
  );
  return {
    param_id: input.param_id,
    unit: point.unit,
    bucketMs,
    buckets: buckets.map((bucket) => ({ ...bucket, at: bucket.at.toISOString() })),
    suspects: suspects.map(({ at, value }) => ({ at: at.toISOString(), value })),
    gaps: gaps.map(({ fromMs, toMs }) => ({
      from: new Date(fromMs).toISOString(),
      to: new Date(toMs).toISOString(),
    })),
  };
};

/** An unchanged value is stored only once a minute: without one for longer than this, the device was silent, ms. */
export const silenceMaxOf = ({ intervalMs }: { intervalMs: number }): number =>
  STORED_HEARTBEAT_MS + STALE_AFTER_INTERVALS * intervalMs;

/**
 * The query of a one-day trend from single values, for a point that does not exist. After this query a connection has the prepared
 * statement that nearly all trends use.
 */
export const anyTrend = trendOf(0, {
  from: new Date(0),
  to: new Date(24 * 3_600_000),
  bucketMs: NEARLY_FIVE_MINUTES_MS,
});

/**
 * A point, and since when the caller may see its values.
 *
 * @throws AppError `not-found` for a point of another campus, and for the pump of another customer
 */
export async function getPoint(ctx: ActorCtx, input: { ssid: string; param_id: string }) {
  const since = await checkMaySee(ctx, input.ssid);
  const point = await findPointOf(ctx, input.ssid, input.param_id);
  if (!point) throw new AppError("not-found");
  return { ...point, since };
}

/** A point of a device of the campus. Without an access check: the caller does it. */
export async function findPointOf(ctx: ActorCtx, ssid: string, paramId: string) {
  const { campusId } = ctx.actor;
  const point = await findPoint(ctx.db, campusId, { ssid, paramId });
  if (!point) return undefined;
  const type = await getType(ctx, campusId, point.deviceType);
  // How values are combined over time is a property of the type.
  return { ...point, summary: summaryOf(pointOf(type, paramId)) };
}

/** Changes of a point's good values, newest first. Without an access check: the caller does it. */
export const listChangesOf = asService(values.listChanges);

/** Every stored value of a point, oldest first. Without an access check: the caller does it. */
export const listValuesOf = asService(values.listValues);

/** The first stored value in each step of many points. Without an access check: the caller does it. */
export const listSamplesOf = asService(values.listSamples);

/** How many like points of a campus changed since an instant. Without an access check: the caller does it. */
export const countChanging = asService(doubtful.countChanging);

/** The newest reading of a device with a wrong clock. Without an access check: the caller does it. */
export const findMisdated = async (ctx: Ctx, deviceId: number) =>
  (await readings.listMisdated(ctx.db, deviceId, 1))[0];

/** The runs of equal values of a point, oldest first. Without an access check: the caller does it. */
export function listRunsOf(
  ctx: Ctx,
  point: { id: number; intervalMs: number },
  between: values.Between,
): Promise<values.ValueRun[]> {
  return values.listRuns(ctx.db, point.id, between, silenceMaxOf(point));
}

/** Mean, lowest and highest good value of a point; null without any. Without an access check: the caller does it. */
export const summarizeValues = asService(values.summarize);

/** Means of one point over a time range, in equal buckets. Without an access check: the caller does it. */
export async function listTrendOf(ctx: Ctx, pointId: number, range: TrendRange): Promise<TrendBucket[]> {
  return (await listTrend(ctx.db, pointId, range)).buckets;
}

const DAY_MS = 24 * 3_600_000;
const HALF_HOUR_MS = 30 * 60_000;

/** The last 24 hours in half hours, including the current half hour. */
export function lastDayOf(ctx: Ctx): TrendRange {
  const toMs = presentStep(ctx, HALF_HOUR_MS).getTime() + HALF_HOUR_MS;
  return { from: new Date(toMs - DAY_MS), to: new Date(toMs), bucketMs: HALF_HOUR_MS };
}

interface SumBucket {
  at: Date;
  /** Sum of the means of the points that have values in this bucket. */
  sum: number;
  /** Number of points with values in this bucket. */
  known: number;
}

/** The sum of several points over a time range, in equal buckets. Without an access check: the caller does it. */
export async function listSumsOf(
  ctx: Ctx,
  pointIds: readonly number[],
  range: TrendRange,
): Promise<SumBucket[]> {
  const trends = await Promise.all(pointIds.map((pointId) => listTrendOf(ctx, pointId, range)));
  const byTime = Map.groupBy(trends.flat(), ({ at }) => at.getTime());
  const fromMs = range.from.getTime();
  const count = Math.ceil((range.to.getTime() - fromMs) / range.bucketMs);
  return Array.from({ length: count }, (_, index) => {
    const at = new Date(fromMs + index * range.bucketMs);
    const own = byTime.get(at.getTime()) ?? [];
    return { at, sum: own.reduce((sum, { avg }) => sum + avg, 0), known: own.length };
  });
}

/** Latest values of points with given names and their places. */
export async function listPlacedValues(
  ctx: Ctx,
  paramIds: readonly string[],
  within: latest.PlacedWithin,
): Promise<latest.PlacedValue[]> {
  const rows = await latest.listPlacedValues(ctx.db, paramIds, within);
  noteStale(ctx, rows);
  return rows;
}

/** Points of all campuses, of some or all devices, whose latest value is out of one of the limits. */
export const listOutside = asService(latest.listOutside);

/** How often points were out of their limits. Without an access check: the caller does it. */
export const countExcursions = asService(excursions.countExcursions);

/** How often the load of empty floors was above the limit. Without an access check: the caller does it. */
export const countEmptyFloorLoads = asService(excursions.countEmptyFloorLoads);

/** The first closed hour of points from an instant on. */
export const findFirstHour = asService(excursions.findFirstHour);

/** Latest readings outside the range of their point, and the latest readings of `alsoPointIds` in any case; of any campus. */
export const listOutOfRange = asService(doubtful.listOutOfRange);

/** Good values of points of any campus that have been exactly the same since before an instant. */
export const listUnchanged = asService(doubtful.listUnchanged);

/** Whether a crash of the database has emptied the latest values. */
export const isLatestMissing = () => latest.isLatestEmptied;

/** Refills the latest values after a crash of the database. @returns whether that was necessary */
export function ensureLatest(ctx: Ctx): Promise<boolean> {
  return latest.refillLatest(ctx.db, new Date(ctx.now().getTime() + AHEAD_MAX_MS));
}

/** Values of a device's points until now, as means of whole intervals, so that repeated requests return the same mean. */
export async function getGraphData(
  ctx: ActorCtx,
  ssid: string,
  points: readonly { paramId: string; name?: string }[],
  { lengthMs, stepMs }: { lengthMs: number; stepMs: number },
): Promise<GraphData> {
  const toMs = presentStep(ctx, stepMs).getTime() + stepMs;
  const range = {
    ssid,
    from: new Date(toMs - lengthMs).toISOString(),
    to: new Date(toMs).toISOString(),
    buckets: lengthMs / stepMs,
  };
  const entries = await Promise.all(
    points.map(async ({ paramId, name }): Promise<[string, GraphData["graphData"][number][string]]> => {
      const { buckets } = await getTrend(ctx, { ...range, param_id: paramId });
      return [
        name ?? paramId,
        { measured_time: buckets.map(({ at }) => at), param_value: buckets.map(({ avg }) => avg) },
      ];
    }),
  );
  return { graphData: [Object.fromEntries(entries)] };
}
