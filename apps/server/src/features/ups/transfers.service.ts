import {
  type listUpsTransfers as listRoute,
  type SourcePeriod,
  TRANSFERS_MAX,
} from "@verandah/contract/ups.ts";
import { ups, UPS_CHARGE, UPS_LOAD, UPS_STATUS, upsSource } from "@verandah/equipment/types/ups.ts";

import type { ActorCtx, Service } from "#core/ctx.ts";
import { getDeviceOfType } from "#features/devices/devices.service.ts";
import {
  findPointOf,
  listRunsOf,
  silenceMaxOf,
  summarizeValues,
  type ValueRun,
} from "#features/telemetry/telemetry.service.ts";

/** A period with one output source; null when it is unknown. */
interface Period {
  source: number | null;
  /** The source of the previous period; null when it is unknown. */
  before: number | null;
  fromMs: number;
  toMs: number;
}

const sourceOf = (value: number | null): number | null =>
  value !== null && Object.hasOwn(ups.points.ups_Status.states ?? {}, value) ? value : null;

/** The output sources of a time range, oldest first. The source is unknown without values, and for values that are not a state. */
function periodsOf(
  runs: readonly ValueRun[],
  { fromMs, toMs, silenceMaxMs }: { fromMs: number; toMs: number; silenceMaxMs: number },
): Period[] {
  const pieces: { source: number | null; fromMs: number }[] = [{ source: null, fromMs }];
  let lastMs = fromMs;
  for (const { from, last, value, isAfterGap } of runs) {
    if (isAfterGap && lastMs > fromMs) pieces.push({ source: null, fromMs: lastMs });
    // The range rarely begins exactly at a reading, so the first source also counts for a short time before its reading.
    const isFirst = pieces.length === 1 && from.getTime() - fromMs <= silenceMaxMs;
    pieces.push({ source: sourceOf(value), fromMs: isFirst ? fromMs : from.getTime() });
    lastMs = last.getTime();
  }
  if (toMs - lastMs > silenceMaxMs) pieces.push({ source: null, fromMs: lastMs });
  const merged = pieces
    .filter((piece, at) => (pieces[at + 1]?.fromMs ?? toMs) > piece.fromMs)
    .filter(({ source }, at, all) => at === 0 || all[at - 1]?.source !== source);
  return merged.map(({ source, fromMs: startMs }, at) => ({
    source,
    before: merged[at - 1]?.source ?? null,
    fromMs: startMs,
    toMs: merged[at + 1]?.fromMs ?? toMs,
  }));
}

const isTransfer = ({ source, before }: Period): boolean => source !== null && before !== null;
const isOnMains = ({ source }: Period): boolean => source === upsSource.normal;

/** A UPS of the caller's campus. @throws AppError `not-found` for any other device */
export const getUpsDevice = (ctx: ActorCtx, ssid: string) => getDeviceOfType(ctx, ssid, ups.type);

/** The output sources of a UPS from its stored readings, oldest first; undefined for a UPS without this point. */
export async function loadPeriods(
  ctx: ActorCtx,
  ssid: string,
  from: Date,
  to: Date,
): Promise<Period[] | undefined> {
  const point = await findPointOf(ctx, ssid, UPS_STATUS);
  if (!point) return undefined;
  const runs = await listRunsOf(ctx, point, { from, to });
  return periodsOf(runs, {
    fromMs: from.getTime(),
    toMs: to.getTime(),
    silenceMaxMs: silenceMaxOf(point),
  });
}

/** Mean load and lowest charge in a period; null without a good value, or without the point. */
async function measurePeriod(ctx: ActorCtx, ssid: string, { fromMs, toMs }: Period) {
  const between = { from: new Date(fromMs), to: new Date(toMs) };
  const summarize = async (paramId: string) => {
    const point = await findPointOf(ctx, ssid, paramId);
    return point && summarizeValues(ctx, point.id, between);
  };
  const [load, charge] = await Promise.all([summarize(UPS_LOAD), summarize(UPS_CHARGE)]);
  return { loadPercent: load?.mean ?? null, chargePercent: charge?.lowest ?? null };
}

/** Changes of the output source of a UPS, and the times in which it is unknown. @throws AppError `not-found` */
export const listUpsTransfers: Service<typeof listRoute> = async (ctx, input) => {
  const { ssid } = await getUpsDevice(ctx, input.ssid);
  const fromMs = Date.parse(input.from);
  const nowMs = ctx.now().getTime();
  const toMs = Math.min(Date.parse(input.to), nowMs);
  const isOpen = Date.parse(input.to) >= nowMs;
  // The present period gets longer.
  if (isOpen) ctx.changesAt(nowMs + 1);
  if (toMs <= fromMs) return { periods: [], transfers: 0, coveragePercent: 0 };
  const periods = (await loadPeriods(ctx, ssid, new Date(fromMs), new Date(toMs))) ?? [];
  const knownMs = periods.reduce((sum, one) => sum + (one.source === null ? 0 : one.toMs - one.fromMs), 0);
  // Leaves out mains after an unknown source, because it is not a transfer.
  const listed = periods.filter((one) => isTransfer(one) || !isOnMains(one)).toReversed();
  const toEntry = async (one: Period): Promise<SourcePeriod> => ({
    before: one.before,
    source: one.source,
    start: new Date(one.fromMs).toISOString(),
    end: isOpen && one.toMs === toMs ? null : new Date(one.toMs).toISOString(),
    ...(one.source === null || isOnMains(one)
      ? { loadPercent: null, chargePercent: null }
      : await measurePeriod(ctx, ssid, one)),
  });
  return {
    periods: await Promise.all(listed.slice(0, TRANSFERS_MAX).map(toEntry)),
    transfers: periods.filter(isTransfer).length,
    coveragePercent: (100 * knownMs) / (toMs - fromMs),
  };
};
