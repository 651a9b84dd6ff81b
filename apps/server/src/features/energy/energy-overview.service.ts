import type * as contract from "@verandah/contract/energy/energy-overview.ts";
import type { EnergyNode } from "@verandah/contract/energy/energy-overview.ts";
import { addDays } from "@verandah/time/wall-clock.ts";
import { createIsWorkday } from "@verandah/time/workdays.ts";

import type { Service } from "#core/ctx.ts";
import { presentStep, today as todayOf } from "#core/reply-times.ts";
import { getEnergySettings } from "#features/campuses/energy-settings.service.ts";
import { listHolidays } from "#features/schedules/special-days/schedule-days.service.ts";

import { midnightsOf, periodBefore, periodOf } from "./energy-period.ts";
import { consumptionBetween, demandOf, sumOf, type SumOptions, sumsByPeriod } from "./energy-sums.ts";
import { forecastOf } from "./forecast.ts";
import {
  createHourOf,
  getMeteredPlace,
  loadQuarters,
  type Meter,
  type MeteredPlace,
} from "./meters.service.ts";
import { type Quarter, QUARTER_MS } from "./quarters.ts";

/** Hours of the night in which offices are nearly empty. */
const NIGHT = { fromHour: 1, toHour: 5 };
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Days that a forecast uses. */
const FORECAST_DAYS = 28;

const iso = (ms: number) => new Date(ms).toISOString();

type QuartersOf = (meters: readonly Meter[]) => Quarter[][];

const restOf = (all: number | null, part: number | null) =>
  all === null || part === null ? null : all - part;

/** The places and meters of a building or floor as a tree. */
function treeOf(
  { place, floors, meters, summed }: MeteredPlace,
  of: QuartersOf,
  options: SumOptions,
): EnergyNode {
  const meterNode = (meter: Meter): EnergyNode => ({
    ...sumOf(of([meter]), options),
    placeId: null,
    ssid: meter.ssid,
    name: meter.name,
    kind: "meter",
    children: [],
  });
  const floorNode = ({ id, name }: { id: number; name: string }): EnergyNode => {
    const own = meters.filter(({ floorId }) => floorId === id);
    const sum = sumOf(of(own), options);
    return { ...sum, placeId: id, ssid: null, name, kind: "floor", children: own.map(meterNode) };
  };
  if (place.zoneType === "GL_LOCATION_TYPE_FLOOR") return floorNode(place);
  const total = sumOf(of(summed), options);
  const children = floors.map(floorNode).filter((floor) => floor.children.length > 0);
  const below = meters.filter(({ floorId }) => floorId !== null);
  if (summed !== meters && below.length > 0) {
    const part = sumOf(of(below), options);
    children.push({
      kilowattHour: restOf(total.kilowattHour, part.kilowattHour),
      estimatedKilowattHour: 0,
      coveragePercent: Math.min(total.coveragePercent, part.coveragePercent),
      rupees: restOf(total.rupees, part.rupees),
      placeId: null,
      ssid: null,
      name: "",
      kind: "rest",
      children: [],
    });
  }
  return { ...total, placeId: place.id, ssid: null, name: place.name, kind: "building", children };
}

/** The mean power in the nights of a time range; null when unknown. */
function baseLoadOf(quarters: readonly Quarter[][], options: SumOptions) {
  const demand = demandOf(quarters, options);
  const hours = [...demand].map(([at, kilowatt]) => ({ at, kilowatt, hour: options.hourOf(at) }));
  const night = hours.filter(({ hour }) => hour >= NIGHT.fromHour && hour < NIGHT.toHour);
  if (night.length === 0) return null;
  const kilowatt = night.reduce((sum, one) => sum + one.kilowatt, 0) / night.length;
  const nights = new Set(night.map(({ at }) => Math.floor(at / DAY_MS))).size;
  const always: Quarter[] = [];
  for (let at = options.fromMs; at < options.toMs; at += QUARTER_MS)
    always.push({ at, kilowattHour: (kilowatt * QUARTER_MS) / HOUR_MS, isEstimated: false });
  return { kilowatt, nights, rupees: sumOf([always], options).rupees };
}

/** Energy of a building or floor in a period. @throws AppError `not-found`, `input-invalid` */
export const getEnergyOverview: Service<typeof contract.getEnergyOverview> = async (ctx, input) => {
  const [metered, settings] = await Promise.all([getMeteredPlace(ctx, input.id), getEnergySettings(ctx)]);
  const { clock, meters, summed } = metered;
  const period = periodOf(ctx, clock, input);
  const before = periodBefore(clock, period);
  const quarters = await loadQuarters(ctx, meters, { fromMs: before.fromMs, toMs: period.toMs });
  const of: QuartersOf = (some) => some.map(({ pointId }) => quarters.get(pointId) ?? []);
  const { tariff, carbonKilogramPerKilowattHour } = settings;
  const rest = { tariff, hourOf: createHourOf(clock) };
  const options = { ...rest, fromMs: period.fromMs, toMs: period.toMs };
  const own = of(summed);
  const total = sumOf(own, options);
  const edges = midnightsOf(clock, period.from, period.to).map(
    (edge) => new Date(Math.min(edge.getTime(), period.toMs)),
  );
  return {
    settings,
    from: iso(period.fromMs),
    to: iso(period.toMs),
    total: {
      ...total,
      carbonKilogram: total.kilowattHour === null ? null : total.kilowattHour * carbonKilogramPerKilowattHour,
    },
    before: { ...sumOf(own, { ...rest, ...before }), from: iso(before.fromMs), to: iso(before.toMs) },
    days: consumptionBetween(edges, own),
    tariff: [...sumsByPeriod(own, options)].map(([{ name, fromHour, rupeesPerKilowattHour }, sum]) => ({
      name,
      fromHour,
      kilowattHour: sum,
      rupees: sum * rupeesPerKilowattHour,
    })),
    baseLoad: baseLoadOf(own, options),
    tree: treeOf(metered, of, options),
  };
};

/** The highest of some demands; null without one. */
function peakOf(demand: Iterable<{ at: number; kilowatt: number }>): { at: string; kilowatt: number } | null {
  let peak: { at: number; kilowatt: number } | null = null;
  for (const one of demand) if (!peak || one.kilowatt > peak.kilowatt) peak = one;
  return peak && { at: iso(peak.at), kilowatt: peak.kilowatt };
}

/** Demand of a building or floor today and this month. @throws AppError `not-found` */
export const getEnergyDemand: Service<typeof contract.getEnergyDemand> = async (ctx, input) => {
  const [{ clock, summed, place }, settings] = await Promise.all([
    getMeteredPlace(ctx, input.id),
    getEnergySettings(ctx),
  ]);
  const nowMs = ctx.now().getTime();
  // Only quarters that are over are shown.
  presentStep(ctx, QUARTER_MS);
  const today = todayOf(ctx, clock);
  const startOf = (day: string) => clock.instantOf(day, "00:00").getTime();
  const monthMs = startOf(`${today.slice(0, 7)}-01`);
  const [startMs, endMs] = [startOf(today), startOf(addDays(today, 1))];
  const firstDay = addDays(today, -FORECAST_DAYS);
  const fromMs = Math.min(monthMs, startOf(firstDay));
  const holidays = await listHolidays(ctx, place.buildingId ?? place.id, { from: firstDay, to: today });
  const isWorkday = createIsWorkday(holidays);
  const quarters = [...(await loadQuarters(ctx, summed, { fromMs, toMs: nowMs })).values()];
  const demand = summed.length > 0 ? demandOf(quarters, { fromMs, toMs: nowMs }) : new Map<number, number>();
  const all = [...demand].map(([at, kilowatt]) => ({ at, kilowatt }));
  const month = all.filter(({ at }) => at >= monthMs);
  const between = (from: number, to: number) => new Map([...demand].filter(([at]) => at >= from && at < to));
  const daysBefore = Array.from({ length: FORECAST_DAYS }, (_, at) => addDays(today, -1 - at))
    .filter((day) => isWorkday(day) === isWorkday(today))
    .map((day) => ({ startMs: startOf(day), demand: between(startOf(day), startOf(addDays(day, 1))) }));
  const own = { startMs, demand: between(startMs, nowMs) };
  const forecast = forecastOf(own, daysBefore, { nowMs, endMs });
  const past = Array.from(
    { length: Math.floor((nowMs - startMs) / QUARTER_MS) },
    (_, at) => startMs + at * QUARTER_MS,
  );
  const monthQuarters = Math.floor((nowMs - monthMs) / QUARTER_MS);
  return {
    contractKilowatt: settings.contractKilowatt,
    today: past.map((at) => ({
      at: iso(at),
      kilowatt: demand.get(at) ?? null,
      expected: forecast?.typicalAt(at) ?? null,
    })),
    monthPeak: peakOf(month),
    monthCoveragePercent: monthQuarters > 0 ? Math.min(100, (100 * month.length) / monthQuarters) : 0,
    forecast: forecast
      ? {
          days: forecast.days,
          quarters: forecast.quarters.map(({ at, kilowatt }) => ({ at: iso(at), kilowatt })),
          peak: peakOf(forecast.quarters),
        }
      : null,
  };
};
