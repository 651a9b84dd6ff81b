import { i18n } from "@lingui/core";
import { plural, t } from "@lingui/core/macro";

import { instantOfWallTime } from "./wall-time.ts";

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
  if (dayText(at, timeZone) !== dayText(nowMs, timeZone)) return cursorText(at, false, timeZone);
  return format(at, { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

/** The date of an instant, e.g. `3 Jun 2026`. */
export function dateText(instant: string, timeZone: string): string {
  return format(Date.parse(instant), { timeZone, day: "numeric", month: "short", year: "numeric" });
}

/** A day without its year, e.g. `3 Jun`. */
export function shortDayText(day: string): string {
  return format(Date.parse(day), { timeZone: "UTC", day: "numeric", month: "short" });
}

/** A month such as `2026-06`, e.g. `June 2026`. */
export function monthText(month: string): string {
  return format(Date.parse(`${month}-01`), { timeZone: "UTC", month: "long", year: "numeric" });
}

/** Any Sunday. */
const SUNDAY_MS = Date.UTC(2026, 0, 4);

/** Names of the weekdays, Sunday first. */
export const weekdayNames = (): string[] =>
  Array.from({ length: 7 }, (_, weekday) =>
    format(SUNDAY_MS + weekday * DAY_MS, { timeZone: "UTC", weekday: "long" }),
  );

/** Names of the months in small letters, without the dot of an abbreviation. */
function monthNamesIn(locale: string, month: "long" | "short"): string[] {
  const names = new Intl.DateTimeFormat(locale, { timeZone: "UTC", month });
  return Array.from({ length: 12 }, (_, index) =>
    names
      .format(Date.UTC(2026, index))
      .toLocaleLowerCase()
      .replace(/\P{L}+$/u, ""),
  );
}

/** Names of the months in the user's language and in English with their numbers, the longest first. */
function monthNames(): { name: string; month: number }[] {
  const english = monthNamesIn("en-IN", "long");
  const lists = [
    english,
    english.map((name) => name.slice(0, 3)),
    monthNamesIn(localeTag(), "long"),
    monthNamesIn(localeTag(), "short"),
  ];
  return lists
    .flatMap((names) => names.map((name, index) => ({ name, month: index + 1 })))
    .toSorted((one, other) => other.name.length - one.name.length);
}

/** Digits of Hindi and Kannada as those of English. Their blocks of Unicode are 128 characters long. */
const westernDigits = (text: string): string =>
  text.replace(/[०-९೦-೯]/gu, (digit) => String(((digit.codePointAt(0) ?? 0) - 0x966) % 0x80));

/**
 * The date in a typed text: `5 Jan 2026`, `5/1/2026` or `2026-01-05`, with a time such as `09:30` after it if `hasTime`. Undefined when
 * there is none. A month is written in the user's language or in English.
 */
export function readDate(text: string, hasTime: boolean): string | undefined {
  const lower = westernDigits(text)
    .toLocaleLowerCase()
    .replace(/(?<=\d)t(?=\d)/u, " ");
  const named = /\p{L}/u.test(lower) ? monthNames().find(({ name }) => lower.includes(name)) : undefined;
  const rest = named ? lower.replace(named.name, " ") : lower;
  const numbers = rest.match(/\d+/gu) ?? [];
  const dateLength = named ? 2 : 3;
  if (/\p{L}/u.test(rest) || numbers.length !== dateLength + (hasTime ? 2 : 0)) return undefined;
  const [first = "", second = "", third = ""] = numbers;
  const [year, month, day] = named
    ? [second, String(named.month), first]
    : first.length === 4
      ? [first, second, third]
      : [third, second, first];
  const [hour = "00", minute = "00"] = numbers.slice(dateLength);
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const time = `${hour.padStart(2, "0")}:${minute}`;
  if (instantOfWallTime(`${date}T${time}`, "UTC") === undefined) return undefined;
  return hasTime ? `${date}T${time}` : date;
}

/** A date, or a date and time, as it is typed and shown in a field; other text as it is. */
export function fieldDateText(value: string, hasTime: boolean): string {
  if (readDate(value, hasTime) === undefined) return value;
  return hasTime ? fullText(`${value}Z`, "UTC") : dateText(value, "UTC");
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
