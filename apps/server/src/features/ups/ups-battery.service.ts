import { AppError } from "@verandah/contract/problems.ts";
import type { InputOf } from "@verandah/contract/route.ts";
import { RATED_YEARS, type saveUpsBattery as saveRoute, type UpsBattery } from "@verandah/contract/ups.ts";
import { UPS_CHARGE, UPS_TEMPERATURE, upsSource } from "@verandah/equipment/types/ups.ts";
import { createWallClock } from "@verandah/time/wall-clock.ts";

import { type ActorCtx, inTransaction } from "#core/ctx.ts";
import { presentStep } from "#core/reply-times.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { getTimeZone } from "#features/campuses/campuses.service.ts";
import { findPointOf, listTrendOf, summarizeValues } from "#features/telemetry/telemetry.service.ts";

import { estimateLife } from "./battery-life.ts";
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
export async function saveUpsBattery(ctx: ActorCtx, input: InputOf<typeof saveRoute>): Promise<UpsBattery> {
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
}
