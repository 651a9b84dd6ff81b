import type { EnergySum } from "@verandah/contract/energy/energy-overview.ts";
import type { Consumption } from "@verandah/contract/energy/energy.ts";
import type { TariffPeriod } from "@verandah/equipment/energy-settings.ts";

import { type Quarter, QUARTER_MS } from "./quarters.ts";

/** The hour of the day at an instant, 0 to 23. */
type HourOf = (atMs: number) => number;

/** The tariff period of each hour of the day; undefined without a tariff. */
function periodsByHour(tariff: readonly TariffPeriod[]): (TariffPeriod | undefined)[] {
  return Array.from({ length: 24 }, (_, hour) => tariff.findLast(({ fromHour }) => fromHour <= hour));
}

/** Input for the sums of several meters. */
export interface SumOptions {
  /** The end is excluded. */
  fromMs: number;
  toMs: number;
  tariff: readonly TariffPeriod[];
  hourOf: HourOf;
}

/** How many of some quarters, in order, begin before an instant. */
function countBefore(quarters: readonly Quarter[], atMs: number): number {
  let [low, high] = [0, quarters.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((quarters[middle]?.at ?? atMs) < atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The quarters of a meter, in order, that begin in a time. */
const within = (quarters: readonly Quarter[], { fromMs, toMs }: Pick<SumOptions, "fromMs" | "toMs">) =>
  quarters.slice(countBefore(quarters, fromMs), countBefore(quarters, toMs));

/** Energy of each tariff period, kWh. Without a tariff empty. */
export function sumsByPeriod(
  meters: readonly (readonly Quarter[])[],
  options: SumOptions,
): Map<TariffPeriod, number> {
  const periods = periodsByHour(options.tariff);
  const sums = new Map(options.tariff.map((period) => [period, 0]));
  for (const { at, kilowattHour } of meters.flatMap((quarters) => within(quarters, options))) {
    const period = periods[options.hourOf(at)];
    if (period) sums.set(period, (sums.get(period) ?? 0) + kilowattHour);
  }
  return sums;
}

/** The price of energy, ₹; null without a tariff. */
function costOf(meters: readonly (readonly Quarter[])[], options: SumOptions): number | null {
  if (options.tariff.length === 0) return null;
  let rupees = 0;
  for (const [period, kilowattHour] of sumsByPeriod(meters, options))
    rupees += period.rupeesPerKilowattHour * kilowattHour;
  return rupees;
}

const add = (quarters: readonly Quarter[]) =>
  quarters.reduce((sum, { kilowattHour }) => sum + kilowattHour, 0);

/** Energy of meters in a time range: the quarters of each meter in order. */
export function sumOf(meters: readonly (readonly Quarter[])[], options: SumOptions): EnergySum {
  const own = meters.flatMap((quarters) => within(quarters, options));
  const estimated = own.filter(({ isEstimated }) => isEstimated);
  const expected = meters.length * Math.max(1, Math.ceil((options.toMs - options.fromMs) / QUARTER_MS));
  return {
    kilowattHour: own.length > 0 ? add(own) : null,
    estimatedKilowattHour: add(estimated),
    coveragePercent: expected > 0 ? Math.min(100, (100 * (own.length - estimated.length)) / expected) : 0,
    rupees: own.length > 0 ? costOf(meters, options) : null,
  };
}

/** Energy of meters between each two neighbouring bounds. */
export const consumptionBetween = (
  edges: readonly Date[],
  meters: readonly (readonly Quarter[])[],
): Consumption[] =>
  edges.slice(1).map((to, index) => {
    const from = edges[index] ?? to;
    const times = { fromMs: from.getTime(), toMs: to.getTime() };
    const sum = sumOf(meters, { ...times, tariff: [], hourOf: () => 0 });
    return {
      from: from.toISOString(),
      to: to.toISOString(),
      kilowattHour: sum.kilowattHour,
      estimatedKilowattHour: sum.estimatedKilowattHour,
      isComplete: sum.coveragePercent === 100,
    };
  });

/**
 * The mean power of a place in each quarter in which every meter has a reading, kW by ms. Other quarters are left out, because a part of a
 * building's demand would look like all of it.
 */
export function demandOf(
  meters: readonly (readonly Quarter[])[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Map<number, number> {
  const sums = new Map<number, { count: number; kilowattHour: number }>();
  for (const quarters of meters)
    for (const { at, kilowattHour, isEstimated } of quarters) {
      if (isEstimated || at < fromMs || at + QUARTER_MS > toMs) continue;
      const sum = sums.get(at) ?? { count: 0, kilowattHour: 0 };
      sums.set(at, { count: sum.count + 1, kilowattHour: sum.kilowattHour + kilowattHour });
    }
  return new Map(
    [...sums]
      .filter(([, { count }]) => count === meters.length)
      .map(([at, { kilowattHour }]) => [at, (kilowattHour * 3_600_000) / QUARTER_MS]),
  );
}
