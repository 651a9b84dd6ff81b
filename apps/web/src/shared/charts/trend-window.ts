const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A time that a chart shows, ms since 1970. */
export interface TrendWindow {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A range: a length of time until now, or a window, which ends now when it has no other end. */
export type TrendRange =
  | { readonly lengthMs: number }
  | { readonly fromMs: number; readonly toMs: number | undefined };

/** Zooming in ends here; a longer trend is refused (`TREND_RANGE_MAX_MS`). */
export const WINDOW_MIN_MS = MINUTE_MS;
export const TREND_DAYS_MAX = 400;
export const WINDOW_MAX_MS = TREND_DAYS_MAX * DAY_MS;

/** Lengths of buckets, which begin on their whole multiples: so trends of several points share their instants. */
const steps = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12, 24, 48].map((hours) => hours * HOUR_MS),
];
const BUCKETS_MAX = 360;
/** A state's step is drawn at the start of its bucket: short buckets show the time of the change. */
const STATE_BUCKETS_MAX = 1_800;

export function stepOf(range: TrendRange, hasStates: boolean, nowMs: number): number {
  const lengthMs = "lengthMs" in range ? range.lengthMs : (range.toMs ?? nowMs) - range.fromMs;
  const leastMs = lengthMs / (hasStates ? STATE_BUCKETS_MAX : BUCKETS_MAX);
  return steps.find((stepMs) => stepMs >= leastMs) ?? 2 * DAY_MS;
}

/** The window of a range in whole buckets; one that ends now includes the bucket of now. */
export function windowOf(range: TrendRange, nowMs: number, stepMs: number): TrendWindow {
  if ("lengthMs" in range) {
    const toMs = Math.ceil(nowMs / stepMs) * stepMs;
    return { fromMs: toMs - range.lengthMs, toMs };
  }
  return {
    fromMs: Math.floor(range.fromMs / stepMs) * stepMs,
    toMs: Math.ceil((range.toMs ?? nowMs) / stepMs) * stepMs,
  };
}

/** Loaded before and after a window, so that lines reach its edges: an unchanged value is stored once a minute, ms. */
const MARGIN_MS = 90_000;

/** The window with a margin on both sides, in whole buckets. */
export function withMargin({ fromMs, toMs }: TrendWindow, stepMs: number): TrendWindow {
  const marginMs = Math.ceil(MARGIN_MS / stepMs) * stepMs;
  return { fromMs: fromMs - marginMs, toMs: toMs + marginMs };
}

/** Moved by a share of its length, but not beyond now. */
export function panned({ fromMs, toMs }: TrendWindow, share: number, nowMs: number): TrendWindow {
  const lengthMs = toMs - fromMs;
  const endMs = Math.min(toMs + share * lengthMs, Math.max(nowMs, toMs));
  return { fromMs: endMs - lengthMs, toMs: endMs };
}

/** With its length multiplied by `factor`, around its middle, and not beyond now. */
export function zoomed({ fromMs, toMs }: TrendWindow, factor: number, nowMs: number): TrendWindow {
  const lengthMs = Math.min(WINDOW_MAX_MS, Math.max(WINDOW_MIN_MS, (toMs - fromMs) * factor));
  const endMs = Math.min((fromMs + toMs + lengthMs) / 2, Math.max(nowMs, toMs));
  return { fromMs: endMs - lengthMs, toMs: endMs };
}
