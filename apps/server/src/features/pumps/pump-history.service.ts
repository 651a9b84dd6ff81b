import type { Ctx } from "#core/ctx.ts";
import { listTrendOf } from "#features/telemetry/telemetry.service.ts";

import { median, NO_FLOW, type PumpPeers } from "./pump-rules.ts";
import { QUARTER_MS } from "./statement/statement-values.ts";

const DAY_MS = 86_400_000;
const HISTORY_DAYS = 14;
/** Width of a band of irradiance in which quarters of an hour are compared, W/m². */
const SUN_BAND = 100;
/** With fewer quarters, or quarters of fewer days, there are no usual values. */
const QUARTERS_MIN = 8;
const DAYS_MIN = 3;

interface Usual {
  /** Medians: power for each W/m², and flow for each watt. */
  wattPerSun: number;
  flowPerWatt: number;
}

/** Usual values of one pump, by band of irradiance. */
export interface PumpHistory {
  /** The day that it ends with, UTC. */
  untilMs: number;
  bands: ReadonlyMap<number, Usual>;
}

const bandOf = (sun: number) => Math.floor(sun / SUN_BAND);

/** Histories end with the day before: a fault of today is not usual. */
export const historyEndMs = (now: Date): number => Math.floor(now.getTime() / DAY_MS) * DAY_MS;

/** The usual values of a pump at the irradiance of the days before, from the ids of its points and of the irradiance. */
export async function loadHistory(
  ctx: Ctx,
  points: { power: number; flow: number; sun: number },
): Promise<PumpHistory> {
  const untilMs = historyEndMs(ctx.now());
  const range = {
    from: new Date(untilMs - HISTORY_DAYS * DAY_MS),
    to: new Date(untilMs),
    bucketMs: QUARTER_MS,
  };
  const [power, flow, sun] = await Promise.all([
    listTrendOf(ctx, points.power, range),
    listTrendOf(ctx, points.flow, range),
    listTrendOf(ctx, points.sun, range),
  ]);
  const flows = new Map(flow.map(({ at, avg }) => [at.getTime(), avg]));
  const suns = new Map(sun.map(({ at, avg }) => [at.getTime(), avg]));
  const quarters = power.flatMap(({ at, avg: watt, min }) => {
    const [litres = 0, watts = 0] = [flows.get(at.getTime()), suns.get(at.getTime())];
    // Only quarters in which the pump ran and lifted water.
    if (min <= 0 || litres <= NO_FLOW || watts <= 0) return [];
    const day = Math.floor(at.getTime() / DAY_MS);
    return [{ day, band: bandOf(watts), wattPerSun: watt / watts, flowPerWatt: litres / watt }];
  });
  const bands = [...Map.groupBy(quarters, ({ band }) => band)].flatMap(([band, own]): [number, Usual][] => {
    const days = new Set(own.map(({ day }) => day)).size;
    if (own.length < QUARTERS_MIN || days < DAYS_MIN) return [];
    const wattPerSun = median(own.map((quarter) => quarter.wattPerSun));
    return [[band, { wattPerSun, flowPerWatt: median(own.map((quarter) => quarter.flowPerWatt)) }]];
  });
  return { untilMs, bands: new Map(bands) };
}

/** The usual values of a pump at some irradiance; undefined when unknown. */
export function usualIn(history: PumpHistory | undefined, sun: number): PumpPeers | undefined {
  const usual = history?.bands.get(bandOf(sun));
  return usual && { watt: usual.wattPerSun * sun, flowPerWatt: usual.flowPerWatt, isOwn: true };
}
