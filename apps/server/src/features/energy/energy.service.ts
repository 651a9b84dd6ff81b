import type { getConsumption as getConsumptionRoute } from "@verandah/contract/energy/energy.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { InputOf, ReplyOf } from "@verandah/contract/route.ts";
import { ENERGY_COUNTER, energyMeter } from "@verandah/equipment/types/energy-meter.ts";
import { addDays, createWallClock, type WallClock } from "@verandah/time/wall-clock.ts";

import type { ActorCtx } from "#core/ctx.ts";
import { getTimeZone } from "#features/campuses/campuses.service.ts";
import { getDeviceOfType } from "#features/devices/devices.service.ts";
import { getPoint, listTrendOf } from "#features/telemetry/telemetry.service.ts";

import { consumptionBetween, coverageOf } from "./consumption.ts";

/** The offsets of all time zones are whole quarters of an hour, so that hours and days of any zone begin with a bucket. */
const BUCKET_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;
const HOURS = 24;
const DAYS = 7;

/** An energy meter of the caller's campus. @throws AppError `not-found` for any other device */
export const getMeter = (ctx: ActorCtx, ssid: string) => getDeviceOfType(ctx, ssid, energyMeter.type);

/**
 * The bounds of the hours and of the days until now, or of a day and the 6 days before it. @throws AppError `input-invalid` for a future
 * day
 */
function edgesOf(clock: WallClock, now: Date, date: string | undefined): { hours: Date[]; days: Date[] } {
  const today = clock.read(now).day;
  const last = date ?? today;
  if (last > today) throw new AppError("input-invalid", { fields: { date: "Choose a day up to today" } });
  const days = Array.from({ length: DAYS + 1 }, (_, at) =>
    clock.instantOf(addDays(last, at + 1 - DAYS), "00:00"),
  );
  const dayMs = clock.instantOf(last, "00:00").getTime();
  const endMs = days.at(-1)?.getTime() ?? dayMs;
  const [fromMs, count] =
    date === undefined
      ? [Math.floor(now.getTime() / BUCKET_MS) * BUCKET_MS - HOURS * HOUR_MS, HOURS]
      : [dayMs, Math.round((endMs - dayMs) / HOUR_MS)];
  const hours = Array.from({ length: count + 1 }, (_, at) => new Date(fromMs + at * HOUR_MS));
  // The current hour and day end now.
  const untilNow = (edges: Date[]) =>
    edges.some((edge) => edge > now) ? [...edges.filter((edge) => edge < now), now] : edges;
  return { hours: untilNow(hours), days: untilNow(days) };
}

/** Energy of a meter by hour and by day. @throws AppError `not-found`, `input-invalid` for a future day */
export async function getConsumption(
  ctx: ActorCtx,
  { ssid, date }: InputOf<typeof getConsumptionRoute>,
): Promise<ReplyOf<typeof getConsumptionRoute>> {
  const meter = await getMeter(ctx, ssid);
  const point = await getPoint(ctx, { ssid: meter.ssid, param_id: ENERGY_COUNTER });
  const { hours, days } = edgesOf(createWallClock(await getTimeZone(ctx)), ctx.now(), date);
  const from = Math.min(hours[0]?.getTime() ?? 0, days[0]?.getTime() ?? 0) - BUCKET_MS;
  const to = Math.max(hours.at(-1)?.getTime() ?? 0, days.at(-1)?.getTime() ?? 0);
  const buckets = await listTrendOf(ctx, point.id, {
    from: new Date(from),
    to: new Date(Math.ceil(to / BUCKET_MS) * BUCKET_MS),
    bucketMs: BUCKET_MS,
  });
  return {
    hours: consumptionBetween(hours, buckets, BUCKET_MS),
    days: consumptionBetween(days, buckets, BUCKET_MS),
    coveragePercent: coverageOf(days, buckets, BUCKET_MS),
  };
}
