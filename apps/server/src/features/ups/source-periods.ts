import { ups, upsSource } from "@verandah/equipment/types/ups.ts";

import type { ValueRun } from "#features/telemetry/telemetry.service.ts";

/** A period with one output source; null when it is unknown. */
export interface Period {
  source: number | null;
  /** The source of the previous period; null when it is unknown. */
  before: number | null;
  fromMs: number;
  toMs: number;
}

const sourceOf = (value: number | null): number | null =>
  value !== null && Object.hasOwn(ups.points.ups_Status.states ?? {}, value) ? value : null;

/** The output sources of a time range, oldest first. The source is unknown without values, and for values that are not a state. */
export function periodsOf(
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

export const isTransfer = ({ source, before }: Period): boolean => source !== null && before !== null;
export const isOnMains = ({ source }: Period): boolean => source === upsSource.normal;
