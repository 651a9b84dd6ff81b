import { createWallClock, instantOfWall, type WallClock } from "@verandah/time/wall-clock.ts";

import { type Budget, DAY_MS, expandRule, parseRule, shareBudget, SkippedEntry } from "./ical-rules.ts";
import { type Component, linesOf, plainText, readTime } from "./ical-text.ts";
import { windowsZones } from "./windows-zones.ts";

/** Converts between local times, as if they were in UTC, and instants; both in ms. */
export interface Zone {
  instantOf: (wallMs: number) => number;
  wallOf: (atMs: number) => number;
}

/** The zone of a difference to UTC, ms, which may change with the instant. */
export const zoneOf = (offsetMs: WallClock["offsetMs"]): Zone => ({
  instantOf: (wallMs) => instantOfWall(wallMs, offsetMs),
  wallOf: (atMs) => atMs + offsetMs(atMs),
});

export const utc = zoneOf(() => 0);

/** The work that all definitions of one feed, and each part of them, may take. */
const BUDGET_OF_FEED = 1_000_000;
const BUDGET_OF_PART = 100_000;
const YEAR_MS = 366 * DAY_MS;
/** Clock changes began later. */
const FIRST_MS = Date.UTC(1900, 0, 1);

function offsetOf(text: string): number {
  const [, sign, hours, minutes, seconds = "0"] = /^([+-])(\d{2})(\d{2})(\d{2})?$/.exec(text) ?? [];
  if (!sign) throw new SkippedEntry("unknown-zone");
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
  return sign === "-" ? -ms : ms;
}

/** The clock changes that a part of a definition makes until `toMs`, and the offset before and after each. */
function changesOf(part: Component, { fromMs, toMs }: { fromMs: number; toMs: number }, budget: Budget) {
  const lines = linesOf(part);
  const valueOf = (name: string) => lines.find((line) => line.name === name)?.value ?? "";
  const [before, after] = [offsetOf(valueOf("TZOFFSETFROM")), offsetOf(valueOf("TZOFFSETTO"))];
  const startMs = readTime(valueOf("DTSTART")).wallMs;
  const listed = lines.filter(({ name }) => name === "RDATE").flatMap(({ value }) => value.split(","));
  const walls = [startMs, ...listed.map((value) => readTime(value).wallMs)];
  const rule = valueOf("RRULE");
  if (rule) {
    const parsed = parseRule(rule);
    const until = parsed.until === undefined ? undefined : readTime(parsed.until);
    const untilMs = until ? until.wallMs + (until.isUtc ? before : 0) : toMs;
    // The last change of a rule that has ended applies to all later times.
    const firstMs = until ? FIRST_MS : fromMs;
    const ruleRange = { fromMs: firstMs, toMs, isOver: (wallMs: number) => wallMs > untilMs };
    shareBudget(budget, BUDGET_OF_PART, (own) => walls.push(...expandRule(parsed, startMs, ruleRange, own)));
  }
  return walls.map((wallMs) => ({ atMs: wallMs - before, before, after }));
}

/** The zone that a feed defines, for times that are not long before `range`. @throws SkippedEntry for a definition that cannot be read */
function definedZone(definition: Component, range: { from: Date; to: Date }, budget: Budget): Zone {
  const wide = { fromMs: range.from.getTime() - 2 * YEAR_MS, toMs: range.to.getTime() + YEAR_MS };
  const changes = definition.parts
    .flatMap((part) => changesOf(part, wide, budget))
    .toSorted((one, other) => one.atMs - other.atMs);
  const [first] = changes;
  if (!first) throw new SkippedEntry("unknown-zone");
  return zoneOf((atMs) => changes.findLast((change) => change.atMs <= atMs)?.after ?? first.before);
}

const namedZone = (name: string): Zone | undefined => {
  try {
    return zoneOf(createWallClock(name).offsetMs);
  } catch {
    return undefined;
  }
};

const windowsZone = (name: string) => {
  const iana = Object.hasOwn(windowsZones, name) ? windowsZones[name] : undefined;
  return iana === undefined ? undefined : namedZone(iana);
};

/** `UTC+05:30`, `(GMT +1)`, but not `(UTC+01:00) Berlin`, whose clock changes. */
function offsetZone(name: string): Zone | undefined {
  const [, sign, hours, minutes = "0"] =
    /^\(?(?:UTC|GMT) ?([+-])(\d{1,2})(?::?(\d{2}))?\)?$/.exec(name) ?? [];
  if (!sign) return undefined;
  const ms = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === "-" ? -1 : 1);
  return zoneOf(() => ms);
}

/** `(UTC+01:00) Amsterdam, Berlin` and `(UTC-05:00) Eastern Time (US & Canada)`, as Windows shows its zones. */
function shownZone(name: string): Zone | undefined {
  const shown = name.replace(/^\([^)]*\) */, "");
  const [, region] = /^(.+?) Time \(/.exec(shown) ?? [];
  if (region !== undefined) return windowsZone(`${region} Standard Time`);
  const cities = shown.split(",").map((city) => city.trim().replaceAll(" ", "_"));
  const iana = Intl.supportedValuesOf("timeZone");
  const found = cities.map((city) => iana.find((one) => one.endsWith(`/${city}`))).find(Boolean);
  return found === undefined ? undefined : namedZone(found);
}

/** Some programs add a prefix to the name: `/mozilla.org/20070129_1/America/New_York`. */
function prefixedZone(name: string): Zone | undefined {
  const parts = name.split("/");
  for (let from = 1; from < parts.length - 1; from += 1) {
    const zone = namedZone(parts.slice(from).join("/"));
    if (zone) return zone;
  }
  return undefined;
}

/** Finds the zones of a feed by their names: those that it defines, and those of the IANA database and of Windows. */
export function createZones(
  definitions: readonly Component[],
  range: { from: Date; to: Date },
): (name: string) => Zone {
  const defined = new Map(
    definitions.flatMap((one) =>
      one.lines.flatMap((line) => {
        const [, name] = /^TZID(?:;[^:]*)?:(.*)$/i.exec(line) ?? [];
        return name === undefined ? [] : [[plainText(name).trim(), one] as const];
      }),
    ),
  );
  const zones = new Map<string, Zone | undefined>();
  const budget = { left: BUDGET_OF_FEED };
  function find(name: string): Zone | undefined {
    const definition = defined.get(name);
    try {
      if (definition) return definedZone(definition, range, budget);
    } catch (error) {
      // The name may be enough.
      if (!(error instanceof SkippedEntry)) throw error;
    }
    return namedZone(name) ?? windowsZone(name) ?? offsetZone(name) ?? prefixedZone(name) ?? shownZone(name);
  }
  return (given) => {
    const name = given.trim();
    if (!zones.has(name)) zones.set(name, find(name));
    const zone = zones.get(name);
    if (!zone) throw new SkippedEntry("unknown-zone", name);
    return zone;
  };
}
