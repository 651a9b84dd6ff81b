import { AppError } from "@verandah/contract/problems.ts";
import {
  BATTERY_COVERAGE_MIN_PERCENT,
  RATED_YEARS,
  type saveUpsBattery as saveRoute,
  type UpsBattery,
} from "@verandah/contract/ups.ts";
import { UPS_CHARGE, UPS_TEMPERATURE, upsSource } from "@verandah/equipment/types/ups.ts";
import { createWallClock } from "@verandah/time/wall-clock.ts";

import { type ActorCtx, inTransaction, type Service } from "#core/ctx.ts";
import { presentStep } from "#core/reply-times.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { getTimeZone } from "#features/campuses/campuses.service.ts";
import { findPointOf, listTrendOf, summarizeValues } from "#features/telemetry/telemetry.service.ts";

import { getUpsDevice, loadPeriods } from "./transfers.service.ts";
import * as repository from "./ups-batteries.repository.ts";

const HOUR_MS = 3_600_000;
/** Discharges are counted within this past time, ms (400 days). Older values are stored only as means. */
const VALUES_MAX_MS = 400 * 24 * HOUR_MS;

const UNKNOWN = {
  ageYears: null,
  coveragePercent: null,
  meanCelsius: null,
  ageingFactor: null,
  discharges: null,
  deepestPercent: null,
  fullDischarges: null,
  usedPercent: null,
  endsOn: null,
};

const YEAR_MS = 365.25 * 86_400_000;
const RATED_CELSIUS = 25;
/** Above 25 °C each 8.3 °C (15 °F) halve the life of a sealed lead battery. Source: docs/ups.md. */
const HALVING_CELSIUS = 8.3;
/** Number of full discharges after which a sealed lead battery is worn out, without other ageing. Source: docs/ups.md. */
const FULL_DISCHARGES = 200;
const PERCENT = 100;

/** The ageing factor of a battery relative to 25 °C. Lower temperatures do not reduce it. */
const ageingAt = (celsius: number): number => 2 ** (Math.max(0, celsius - RATED_CELSIUS) / HALVING_CELSIUS);

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, one) => sum + one, 0) / values.length;

interface Basis {
  installedMs: number;
  nowMs: number;
  ratedYears: number;
  /** The mean temperature of each hour with readings. */
  hourCelsius: readonly number[];
  /** The depth of each discharge, %. */
  depthPercent: readonly number[];
}

/**
 * The used part of a battery's life: its age, corrected for the temperature, as a share of the rated life, plus its discharges as a share
 * of `FULL_DISCHARGES`. The estimated end is when the used part reaches 100 % at the same rate.
 */
function estimateLife({ installedMs, nowMs, ratedYears, hourCelsius, depthPercent }: Basis) {
  const ageMs = nowMs - installedMs;
  const ageYears = ageMs / YEAR_MS;
  const hours = Math.max(1, ageMs / 3_600_000);
  const coveragePercent = Math.min(PERCENT, (PERCENT * hourCelsius.length) / hours);
  const fullDischarges = depthPercent.reduce((sum, one) => sum + one, 0) / PERCENT;
  const hasBasis = hourCelsius.length > 0 && coveragePercent >= BATTERY_COVERAGE_MIN_PERCENT;
  const ageingFactor = hasBasis ? meanOf(hourCelsius.map(ageingAt)) : null;
  const used =
    ageingFactor === null ? null : (ageYears * ageingFactor) / ratedYears + fullDischarges / FULL_DISCHARGES;
  const endMs = used === null || used === 0 ? null : installedMs + ageMs / used;
  return {
    ageYears,
    coveragePercent,
    meanCelsius: hourCelsius.length > 0 ? meanOf(hourCelsius) : null,
    ageingFactor,
    discharges: depthPercent.length,
    deepestPercent: depthPercent.length > 0 ? Math.max(...depthPercent) : null,
    fullDischarges,
    usedPercent: used === null ? null : PERCENT * used,
    endMs,
  };
}

/** Mean temperature of each hour with readings. */
async function listHourCelsius(ctx: ActorCtx, ssid: string, fromMs: number): Promise<number[]> {
  const point = await findPointOf(ctx, ssid, UPS_TEMPERATURE);
  const from = new Date(Math.ceil(fromMs / HOUR_MS) * HOUR_MS);
  const to = new Date(Math.floor(ctx.now().getTime() / HOUR_MS) * HOUR_MS);
  if (!point || to <= from) return [];
  return (await listTrendOf(ctx, point.id, { from, to, bucketMs: HOUR_MS })).map(({ avg }) => avg);
}

/** Depth of each discharge, %; undefined for a UPS without the points that show it. */
async function listDepths(ctx: ActorCtx, ssid: string, fromMs: number): Promise<number[] | undefined> {
  const now = presentStep(ctx);
  const from = new Date(Math.max(fromMs, now.getTime() - VALUES_MAX_MS));
  const charge = await findPointOf(ctx, ssid, UPS_CHARGE);
  const periods = from < now ? await loadPeriods(ctx, ssid, from, now) : [];
  if (!charge || !periods) return undefined;
  const discharges = periods.filter(({ source }) => source === upsSource.battery);
  const depths = await Promise.all(
    discharges.map(async (one) => {
      const between = { from: new Date(one.fromMs), to: new Date(one.toMs) };
      const { highest, lowest } = await summarizeValues(ctx, charge.id, between);
      return highest === null || lowest === null ? [] : [highest - lowest];
    }),
  );
  return depths.flat();
}

/** Age and estimated life of the battery of a UPS. @throws AppError `not-found` for any other device */
export async function getUpsBattery(ctx: ActorCtx, input: { ssid: string }): Promise<UpsBattery> {
  const { id, ssid } = await getUpsDevice(ctx, input.ssid);
  const battery = await repository.findBattery(ctx.db, id);
  if (!battery) return { installedOn: null, ratedYears: RATED_YEARS, ...UNKNOWN };
  const clock = createWallClock(await getTimeZone(ctx));
  const installedMs = clock.instantOf(battery.installedOn, "00:00").getTime();
  const [hourCelsius, depthPercent] = await Promise.all([
    listHourCelsius(ctx, ssid, installedMs),
    listDepths(ctx, ssid, installedMs),
  ]);
  const { endMs, ...life } = estimateLife({
    installedMs,
    nowMs: presentStep(ctx).getTime(),
    ratedYears: battery.ratedYears,
    hourCelsius,
    depthPercent: depthPercent ?? [],
  });
  const counted = depthPercent ? {} : { discharges: null, fullDischarges: null };
  return { ...battery, ...life, ...counted, endsOn: endMs === null ? null : clock.read(new Date(endMs)).day };
}

/** Sets install date and rated life. @throws AppError `not-found`, `input-invalid` for a future day */
export const saveUpsBattery: Service<typeof saveRoute> = async (ctx, input) => {
  const { id, ssid } = await getUpsDevice(ctx, input.ssid);
  const { installedOn, ratedYears } = input;
  if (installedOn > createWallClock(await getTimeZone(ctx)).read(ctx.now()).day)
    throw new AppError("input-invalid", { fields: { installedOn: "Choose a day up to today" } });
  await inTransaction(ctx, async (inner) => {
    const before = await repository.findBattery(inner.db, id);
    const after = { installedOn, ratedYears };
    await repository.upsertBattery(inner.db, id, after);
    await recordAudit(inner, { action: "save-ups-battery", target: `device:${ssid}`, before, after });
  });
  return getUpsBattery(ctx, input);
};
