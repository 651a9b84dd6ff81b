import { SkippedEntry } from "./ical-rules.ts";

/** One line of a component: its name in capitals, its parameters, and its raw value. */
export interface Line {
  name: string;
  parameters: ReadonlyMap<string, string>;
  value: string;
}

/** A part of a calendar with its own lines and its parts. */
export interface Component {
  kind: string;
  lines: string[];
  parts: Component[];
  /** Whether its END was in the text. */
  isWhole: boolean;
}

/** The names of the lines whose values are read. A line of another name is never wrong. */
const namesOfTimes = /^(DTSTART|DTEND|DURATION|RECURRENCE-ID|RRULE)\b/i;
const contentLine = /^([\w-]+)((?:;[^=;:"]+=(?:"[^"]*"|[^";:])*)*):(.*)$/s;

/** The parts of an iCalendar text, with continued lines joined. Several calendars can follow each other. Source: RFC 5545 §3.1. */
export function readComponents(text: string): Component {
  const lines: string[] = [];
  for (const line of text.replace(/^\uFEFF?\s+|^\uFEFF/, "").split(/\r\n|\n|\r/)) {
    if (line === "") continue;
    const last = lines.length - 1;
    if (/^[ \t]/.test(line) && last >= 0) lines[last] += line.slice(1);
    else lines.push(line);
  }
  const root: Component = { kind: "", lines: [], parts: [], isWhole: true };
  const open = [root];
  for (const line of lines) {
    const [, word = "", kind = ""] =
      /^(BEGIN|END):([\w-]+)\s*$/i.exec(line)?.map((part) => part.toUpperCase()) ?? [];
    if (word === "BEGIN") {
      // An event is never within an event, nor a calendar within a calendar, so the END of the open one is missing.
      if (kind === "VEVENT" || kind === "VCALENDAR") closeUntil(open, (one) => one.kind === kind);
      const component: Component = { kind, lines: [], parts: [], isWhole: false };
      open.at(-1)?.parts.push(component);
      open.push(component);
    } else if (word === "END") {
      const closed = closeUntil(open, (one) => one.kind === kind);
      if (closed) closed.isWhole = true;
    } else open.at(-1)?.lines.push(line);
  }
  return root;
}

/** Closes the open components down to the innermost one that fits. @returns that one; undefined when none fits */
function closeUntil(open: Component[], isIt: (one: Component) => boolean): Component | undefined {
  const index = open.findLastIndex(isIt);
  return index <= 0 ? undefined : open.splice(index)[0];
}

/** The lines of a component. @throws SkippedEntry for a line of a time or a rule that cannot be read */
export function linesOf({ lines }: Component): Line[] {
  return lines.flatMap((line) => {
    const [, name = "", parameters = "", value = ""] = contentLine.exec(line) ?? [];
    if (name)
      return {
        name: name.toUpperCase(),
        parameters: new Map(
          [...parameters.matchAll(/;([^=]+)=("[^"]*"|[^";]*)/g)].map(([, key = "", text = ""]) => [
            key.toUpperCase(),
            text.replaceAll('"', ""),
          ]),
        ),
        value: value.trim(),
      };
    if (namesOfTimes.test(line)) throw new SkippedEntry("bad-time");
    return [];
  });
}

/** A text without its escapes. Source: RFC 5545 §3.3.11. */
export const plainText = (value: string): string =>
  value.replaceAll(/\\(.)/gs, (_all, sign: string) => (sign === "n" || sign === "N" ? "\n" : sign));

/** A time as it is written. `wallMs` is the local time as if it were in UTC. */
export interface WrittenTime {
  wallMs: number;
  isDate: boolean;
  isUtc: boolean;
  zone: string | undefined;
}

/** Reads a day or a time. @throws SkippedEntry for any other text */
export function readTime(value: string, zone?: string): WrittenTime {
  const [, year = "", month = "", day = "", time, clock = "", utc] =
    /^(\d{4})(\d{2})(\d{2})(T(\d{6})(Z?))?$/i.exec(value) ?? [];
  const [hour, minute, second] = [clock.slice(0, 2), clock.slice(2, 4), clock.slice(4)].map(Number);
  const at = new Date(0);
  at.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const isDay = year !== "" && at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day);
  if (
    !isDay ||
    hour === undefined ||
    minute === undefined ||
    second === undefined ||
    hour > 24 ||
    minute > 59 ||
    second > 60
  )
    throw new SkippedEntry("bad-time");
  at.setUTCHours(hour, minute, second);
  return { wallMs: at.getTime(), isDate: time === undefined, isUtc: Boolean(utc), zone };
}

/** A length of time. Days are days of the calendar, so a clock change does not change the time of the end. */
export interface Length {
  wallMs: number;
  exactMs: number;
}

const number = (text = "0") => Number(text);

/** Reads a duration. @throws SkippedEntry for any other text */
export function readDuration(value: string): Length {
  const [, sign, weeks, days, , hours, minutes, seconds] =
    /^([+-]?)P(?:(\d+)W)?(?:(\d+)D)?(T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i.exec(value) ?? [];
  if (![weeks, days, hours, minutes, seconds].some(Boolean)) throw new SkippedEntry("bad-length");
  const factor = sign === "-" ? -1_000 : 1_000;
  return {
    wallMs: factor * 86_400 * (number(weeks) * 7 + number(days)),
    exactMs: factor * ((number(hours) * 60 + number(minutes)) * 60 + number(seconds)),
  };
}
