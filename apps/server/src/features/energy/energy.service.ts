import type { getConsumption as getConsumptionRoute } from "@verandah/contract/energy/energy.ts";
import { AppError } from "@verandah/contract/problems.ts";
import { energyMeter } from "@verandah/equipment/types/energy-meter.ts";
import { addDays, createWallClock, type WallClock } from "@verandah/time/wall-clock.ts";

import type { ActorCtx, Service } from "#core/ctx.ts";
import { presentStep, today as todayOf } from "#core/reply-times.ts";
import { getTimeZone } from "#features/campuses/campuses.service.ts";
import { getDeviceOfType } from "#features/devices/devices.service.ts";

import { consumptionBetween, sumOf } from "./energy-sums.ts";
import { loadQuarters, toMeter } from "./meters.service.ts";
import { QUARTER_MS } from "./quarters.ts";

const HOUR_MS = 3_600_000;
const HOURS = 24;
const DAYS = 7;

/** An energy meter of the caller's campus. @throws AppError `not-found` for any other device */
export const getMeter = (ctx: ActorCtx, ssid: string) => getDeviceOfType(ctx, ssid, energyMeter.type);

/**
 * The bounds of the hours and of the days until now, or of a day and the 6 days before it. @throws AppError `input-invalid` for a future
 * day
 */
function edgesOf(ctx: ActorCtx, clock: WallClock, date: string | undefined): { hours: Date[]; days: Date[] } {
  const today = todayOf(ctx, clock);
  const last = date ?? today;
  if (last > today) throw new AppError("input-invalid", { fields: { date: "Choose a day up to today" } });
  const days = Array.from({ length: DAYS + 1 }, (_, at) =>
    clock.instantOf(addDays(last, at + 1 - DAYS), "00:00"),
  );
  const now = last === today ? presentStep(ctx) : ctx.now();
  const dayMs = clock.instantOf(last, "00:00").getTime();
  const endMs = days.at(-1)?.getTime() ?? dayMs;
  const [fromMs, count] =
    date === undefined
      ? [Math.floor(now.getTime() / QUARTER_MS) * QUARTER_MS - HOURS * HOUR_MS, HOURS]
      : [dayMs, Math.round((endMs - dayMs) / HOUR_MS)];
  const hours = Array.from({ length: count + 1 }, (_, at) => new Date(fromMs + at * HOUR_MS));
  // The current hour and day end with the present minute.
  const untilNow = (edges: Date[]) =>
    edges.some((edge) => edge > now) ? [...edges.filter((edge) => edge < now), now] : edges;
  return { hours: untilNow(hours), days: untilNow(days) };
}

/** Energy of a meter by hour and by day. @throws AppError `not-found`, `input-invalid` for a future day */
export const getConsumption: Service<typeof getConsumptionRoute> = async (ctx, { ssid, date }) => {
  const meter = await toMeter(ctx, { ...(await getMeter(ctx, ssid)), floorId: null });
  const { hours, days } = edgesOf(ctx, createWallClock(await getTimeZone(ctx)), date);
  const times = [...hours, ...days].map((edge) => edge.getTime());
  const range = { fromMs: Math.min(...times), toMs: Math.max(...times) };
  const quarters = [...(await loadQuarters(ctx, [meter], range)).values()];
  const { coveragePercent } = sumOf(quarters, {
    fromMs: days[0]?.getTime() ?? range.fromMs,
    toMs: days.at(-1)?.getTime() ?? range.toMs,
    tariff: [],
    hourOf: () => 0,
  });
  const last = quarters.flat().findLast(({ restart }) => restart !== undefined);
  return {
    hours: consumptionBetween(hours, quarters),
    days: consumptionBetween(days, quarters),
    coveragePercent,
    lastRestart: last?.restart ? { at: new Date(last.at).toISOString(), cause: last.restart } : null,
  };
};
