import { i18n } from "@lingui/core";
import { plural, t } from "@lingui/core/macro";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long ago an instant was, e.g. `4 min ago`; shorter than a minute in seconds. */
export function ageText(instant: string | number, nowMs: number): string {
  const ageMs = Math.max(0, nowMs - new Date(instant).getTime());
  if (ageMs < MINUTE_MS) {
    const seconds = Math.floor(ageMs / 1_000);
    return t`${seconds} s ago`;
  }
  if (ageMs < HOUR_MS) {
    const minutes = Math.floor(ageMs / MINUTE_MS);
    return t`${minutes} min ago`;
  }
  if (ageMs < DAY_MS) {
    const hours = Math.floor(ageMs / HOUR_MS);
    return t`${hours} h ago`;
  }
  const days = Math.floor(ageMs / DAY_MS);
  return plural(days, { one: "# day ago", other: "# days ago" });
}

/** How long ago an instant was, in whole words, e.g. `3 hours ago`. */
export function longAgeText(atMs: number, nowMs: number): string {
  const ageMs = Math.max(0, nowMs - atMs);
  const [length, unit] =
    ageMs < HOUR_MS
      ? ([MINUTE_MS, "minute"] as const)
      : ageMs < DAY_MS
        ? ([HOUR_MS, "hour"] as const)
        : ([DAY_MS, "day"] as const);
  return new Intl.RelativeTimeFormat(localeTag()).format(-Math.floor(ageMs / length), unit);
}

/** A length of time in its two largest units, e.g. `2 h 14 min`. */
export function durationText(lengthMs: number): string {
  const ms = Math.max(0, lengthMs);
  const seconds = Math.floor(ms / 1_000);
  if (ms < MINUTE_MS) return t`${seconds} s`;
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS);
  if (ms < HOUR_MS) return t`${minutes} min`;
  const hours = Math.floor((ms % DAY_MS) / HOUR_MS);
  if (ms < DAY_MS) return t`${hours} h ${minutes} min`;
  const days = Math.floor(ms / DAY_MS);
  return t`${days} d ${hours} h`;
}

/** The time of day in a zone, with seconds, e.g. `09:41:07`. */
export function clockText(nowMs: number, timeZone: string): string {
  return format(nowMs, { timeZone, hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
}

/** The day in a zone, e.g. `Fri, 20 Nov 2026`. */
export function dayText(nowMs: number, timeZone: string): string {
  return format(nowMs, { timeZone, weekday: "short", day: "numeric", month: "short", year: "numeric" });
}

/** An instant for reading: the time alone when it is of today, the day before it otherwise. */
export function momentText(instant: string, nowMs: number, timeZone: string): string {
  const at = Date.parse(instant);
  const time = format(at, { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  if (dayText(at, timeZone) === dayText(nowMs, timeZone)) return time;
  return `${format(at, { timeZone, day: "numeric", month: "short" })} ${time}`;
}

/** The date of an instant, e.g. `3 Jun 2026`. */
export function dateText(instant: string, timeZone: string): string {
  return format(Date.parse(instant), { timeZone, day: "numeric", month: "short", year: "numeric" });
}

/** Day, date and time of an instant, e.g. for the last login. */
export function fullText(instant: string, timeZone: string): string {
  return format(Date.parse(instant), {
    timeZone,
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
}

/** Day and time of an instant on a chart, e.g. `3 Jun, 09:41`. */
export function cursorText(atMs: number, hasSeconds: boolean, timeZone: string): string {
  return format(atMs, {
    timeZone,
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    ...(hasSeconds && { second: "2-digit" }),
    hourCycle: "h23",
  });
}

/** Begin and end of a time, e.g. `3 Jun, 09:41 – 10:30`; the end has its day when that is another one. */
export function spanText(from: string, to: string, timeZone: string): string {
  const [begin, end] = [from, to].map((instant) => cursorText(Date.parse(instant), false, timeZone));
  const [beginDay] = begin?.split(", ") ?? [];
  return `${begin} – ${end?.startsWith(`${beginDay}, `) ? end.slice((beginDay?.length ?? 0) + 2) : end}`;
}

function format(at: number, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(localeTag(), options).format(at);
}

const localeTag = () => (i18n.locale === "en" ? "en-IN" : `${i18n.locale}-IN`);
