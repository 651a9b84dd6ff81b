import { DAY_MS, SkippedEntry } from "./ical-rules.ts";
import {
  type Component,
  type Length,
  type Line,
  linesOf,
  plainText,
  readDuration,
  readTime,
} from "./ical-text.ts";
import { utc, type Zone } from "./ical-zones.ts";

/** Longest entry. A longer one is a mistake. */
const LENGTH_MAX_MS = 3_660 * DAY_MS;

/** A time of an event, as if it were in UTC, and its zone. Days and times without a zone have the zone of the campus. */
export interface Moment {
  wallMs: number;
  zone: Zone;
  isDate: boolean;
}

export interface Event {
  uid: string;
  sequence: number;
  title: string;
  organizer: string;
  isFree: boolean;
  start: Moment;
  length: Length;
  rules: string[];
  excludedRules: string[];
  added: { start: Moment; length: Length | undefined }[];
  excluded: Moment[];
  /** The original time of the occurrence that this event replaces. */
  replaces: Moment | undefined;
  /** Whether it replaces the later occurrences too. */
  isForLater: boolean;
}

/** How the names of zones and the campus turn local times into instants. */
interface Zones {
  find: (name: string) => Zone;
  campus: Zone;
}

export const instantOf = ({ zone, wallMs }: Moment) => zone.instantOf(wallMs);

const isPrivateLine = /^CLASS(;[^:]*)?:(PRIVATE|CONFIDENTIAL)\s*$/i;

/** The title of an event, also of one that cannot be read. Empty for a private event. */
export function titleOf({ lines }: Component): string {
  if (lines.some((line) => isPrivateLine.test(line))) return "";
  const summary = lines.find((line) => /^SUMMARY[:;]/i.test(line)) ?? "";
  return plainText(summary.slice(summary.indexOf(":") + 1)).trim();
}

/** @throws SkippedEntry for an event that cannot be read */
export function readEvent(part: Component, { find, campus }: Zones): Event {
  if (!part.isWhole) throw new SkippedEntry("cut-off");
  const lines = linesOf(part);
  const first = (name: string) => lines.find((line) => line.name === name);
  const textOf = (name: string) => first(name)?.value ?? "";
  const valuesOf = (name: string) =>
    lines.flatMap((line) =>
      line.name === name ? line.value.split(",").map((value) => ({ ...line, value: value.trim() })) : [],
    );
  const momentOf = ({ value, parameters }: Line): Moment => {
    const { wallMs, isDate, isUtc } = readTime(value);
    const name = parameters.get("TZID");
    const isLocal = isDate || name === undefined;
    return { wallMs, isDate, zone: isUtc ? utc : isLocal ? campus : find(name) };
  };
  const startLine = first("DTSTART");
  if (!startLine) throw new SkippedEntry("no-start");
  const start = momentOf(startLine);
  const organizer = first("ORGANIZER");
  const original = first("RECURRENCE-ID");
  const busy = [
    "X-MICROSOFT-CDO-BUSYSTATUS",
    "X-MICROSOFT-MSNCALENDAR-BUSYSTATUS",
    "X-MICROSOFT-CDO-INTENDEDSTATUS",
  ];
  return {
    uid: textOf("UID"),
    sequence: Number.parseInt(textOf("SEQUENCE"), 10) || 0,
    title: titleOf(part),
    organizer: (organizer?.parameters.get("CN") ?? organizer?.value ?? "").replace(/^mailto:/i, ""),
    isFree:
      textOf("STATUS").toUpperCase() === "CANCELLED" ||
      textOf("TRANSP").toUpperCase() === "TRANSPARENT" ||
      busy.map(textOf).find(Boolean)?.toUpperCase() === "FREE",
    start,
    length: lengthOf(start, first("DTEND"), first("DURATION"), momentOf),
    rules: lines.flatMap(({ name, value }) => (name === "RRULE" ? [value] : [])),
    excludedRules: lines.flatMap(({ name, value }) => (name === "EXRULE" ? [value] : [])),
    added: valuesOf("RDATE").map((line) => {
      const [from = "", end] = line.value.split("/");
      const begin = momentOf({ ...line, value: from });
      if (end === undefined) return { start: begin, length: undefined };
      const isLength = /^[+-]?P/i.test(end);
      const endLine = { ...line, value: end };
      return {
        start: begin,
        length: lengthOf(begin, isLength ? undefined : endLine, isLength ? endLine : undefined, momentOf),
      };
    }),
    // The room stays taken at an exception that cannot be read.
    excluded: valuesOf("EXDATE").flatMap((line) => readOrNone(() => momentOf(line))),
    replaces: original && momentOf(original),
    isForLater: original?.parameters.get("RANGE")?.toUpperCase() === "THISANDFUTURE",
  };
}

/** The result of `read`; none when the text cannot be read. */
export function readOrNone<T>(read: () => T, report?: (error: SkippedEntry) => void): T[] {
  try {
    return [read()];
  } catch (error) {
    if (!(error instanceof SkippedEntry)) throw error;
    report?.(error);
    return [];
  }
}

/** @throws SkippedEntry for a negative length, or a very long one */
function lengthOf(
  start: Moment,
  end: Line | undefined,
  duration: Line | undefined,
  momentOf: (line: Line) => Moment,
): Length {
  const day = { wallMs: DAY_MS, exactMs: 0 };
  let length = start.isDate ? day : { wallMs: 0, exactMs: 0 };
  if (end) {
    const moment = momentOf(end);
    const endMs = moment.zone === start.zone ? moment.wallMs : start.zone.wallOf(instantOf(moment));
    // Some programs write the last day as the end.
    if (endMs !== start.wallMs || !start.isDate) length = { wallMs: endMs - start.wallMs, exactMs: 0 };
  } else if (duration) length = readDuration(duration.value);
  const ms = length.wallMs + length.exactMs;
  if (ms < 0 || ms > LENGTH_MAX_MS) throw new SkippedEntry("bad-length");
  return length;
}
