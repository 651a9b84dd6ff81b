import { EVENING } from "@verandah/contract/home.ts";
import { addDays, createWallClock } from "@verandah/time/wall-clock.ts";

import { hasFourDigitYear } from "../../format/wall-time.ts";
import { type SearchFields, searchText } from "../../search-state.ts";

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
const MORNING = "06:00";

/** The common ranges in the order of their choice. The address has these names. */
export const timeRangeNames = [
  "1h",
  "24h",
  "night",
  "today",
  "yesterday",
  "7d",
  "30d",
  "this-month",
  "last-month",
] as const;
export type TimeRangeName = (typeof timeRangeNames)[number];

/** Those that consist of whole days. */
export const dayRangeNames = timeRangeNames.slice(3);

/** Lengths of the ranges that end now, hours. */
const hoursOf: { readonly [N in TimeRangeName]?: number } = {
  "1h": 1,
  "24h": DAY_HOURS,
  "7d": 7 * DAY_HOURS,
  "30d": 30 * DAY_HOURS,
};

/** The length of a range that ends now; undefined for one with a fixed beginning. */
export const lengthMsOf = (name: TimeRangeName): number | undefined =>
  hoursOf[name] && hoursOf[name] * HOUR_MS;

/** Begin (included) and end (excluded). */
export interface Instants {
  readonly from: string;
  readonly to: string;
}

/** The instants of a common range, by the days of a time zone. The last night is from 18:00 to 06:00. */
export function instantsOf(name: TimeRangeName, nowMs: number, timeZone: string): Instants {
  const clock = createWallClock(timeZone);
  const at = (day: string, time = "00:00") => clock.instantOf(day, time).toISOString();
  const now = new Date(nowMs).toISOString();
  const today = clock.read(nowMs).day;
  const yesterday = addDays(today, -1);
  const thisMonth = `${today.slice(0, 7)}-01`;
  const morning = at(today, MORNING);
  const untilNow = (lengthMs = 0) => ({ from: new Date(nowMs - lengthMs).toISOString(), to: now });
  const ranges: Record<TimeRangeName, Instants> = {
    "1h": untilNow(lengthMsOf("1h")),
    "24h": untilNow(lengthMsOf("24h")),
    night: { from: at(yesterday, EVENING), to: now < morning ? now : morning },
    today: { from: at(today), to: now },
    yesterday: { from: at(yesterday), to: at(today) },
    "7d": untilNow(lengthMsOf("7d")),
    "30d": untilNow(lengthMsOf("30d")),
    "this-month": { from: at(thisMonth), to: now },
    "last-month": { from: at(`${addDays(thisMonth, -1).slice(0, 7)}-01`), to: at(thisMonth) },
  };
  return ranges[name];
}

/** The first and the last day of a range. */
export function daysOf(
  name: TimeRangeName | undefined,
  { from, to }: Instants,
  nowMs: number,
  timeZone: string,
): Instants {
  const clock = createWallClock(timeZone);
  const endsNow = name !== undefined && name !== "yesterday" && name !== "last-month";
  const last = clock.read(endsNow ? nowMs : Date.parse(to) - 1).day;
  const hours = name && hoursOf[name];
  return {
    from: hours ? addDays(last, 1 - Math.ceil(hours / DAY_HOURS)) : clock.read(Date.parse(from)).day,
    to: last,
  };
}

/** The instants of `from` and `to` in an address, which can be days; `to` is now when it is absent. Undefined without a beginning. */
export function addressedInstants(
  { from, to }: SearchFields,
  nowMs: number,
  timeZone: string,
): Instants | undefined {
  const begin = instantIn(from, timeZone, 0);
  const end = searchText(to) === undefined ? new Date(nowMs).toISOString() : instantIn(to, timeZone, 1);
  return begin !== undefined && end !== undefined ? { from: begin, to: end } : undefined;
}

/** Midnight of a day, or of one `daysLater`; an instant as it is. */
function instantIn(value: unknown, timeZone: string, daysLater: number): string | undefined {
  const text = searchText(value) ?? "";
  const atMs = Date.parse(text);
  if (!hasFourDigitYear(text) || Number.isNaN(atMs)) return undefined;
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(text)
    ? createWallClock(timeZone).instantOf(addDays(text, daysLater), "00:00")
    : new Date(atMs);
  return instant.toISOString();
}
