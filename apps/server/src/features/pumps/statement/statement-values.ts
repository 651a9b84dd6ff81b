import type { StatementValue, ValueMark, StatementValues } from "@verandah/contract/pumps/pump-statement.ts";
import { solarPump } from "@verandah/equipment/types/solar-pump.ts";

import { followCounter } from "#features/telemetry/telemetry.service.ts";

/** Statements count in quarters of an hour, which imported history has too. */
export const QUARTER_MS = 900_000;
const QUARTER_MINUTES = 15;
const QUARTER_HOURS = 0.25;

/** Longest gap that is filled with the mean of both sides, quarters. */
const SHORT_GAP = 8;
/** A day with fewer quarters with readings is missing, %. A pump that sends only in daylight has about half. */
const COMPLETENESS_MIN_PERCENT = 40;

/** A counter that goes on at most this long after midnight is one whose clock is late, quarters: 2 hours, before there is any sun. */
const LATE_MAX = 8;

const [, LITRE_PER_MINUTE_MAX = 0] = solarPump.points.WaterflowRate_in_lpm.range ?? [];

/** Good values of a point in a quarter of an hour. */
export interface QuarterBucket {
  at: Date;
  avg: number;
  min: number;
  max: number;
}

interface Quarter {
  value: number;
  isEstimated: boolean;
}

/** Quarters of an hour by their number. */
type Series = Map<number, Quarter>;

/** The numbered quarters of a statement, and some before and after it. */
export interface QuarterRange {
  fromMs: number;
  /** The first quarter of each day, in order. */
  midnights: readonly number[];
  /** Whether a gap lies at night, when panels give no power; `end` is excluded. */
  isNight: (begin: number, end: number) => boolean;
}

export interface PumpBuckets {
  /** The counter of the day's litres. */
  litres: readonly QuarterBucket[];
  motor: readonly QuarterBucket[];
  power: readonly QuarterBucket[];
}

const numberOf = ({ at }: QuarterBucket, { fromMs }: QuarterRange) =>
  Math.floor((at.getTime() - fromMs) / QUARTER_MS);

/** The integral of a value over hours. */
const hoursOf = (buckets: readonly QuarterBucket[], range: QuarterRange): Series =>
  new Map(
    buckets.map((bucket) => [
      numberOf(bucket, range),
      { value: bucket.avg * QUARTER_HOURS, isEstimated: false },
    ]),
  );

/** The day of a quarter, by its midnight. */
const midnightOf = (quarter: number, { midnights }: QuarterRange) =>
  midnights.findLast((first) => first <= quarter) ?? 0;

const rate = {
  bucketMs: QUARTER_MS,
  isPossible: (litres: number, lengthMs: number) => litres <= (LITRE_PER_MINUTE_MAX * lengthMs) / 60_000,
};

/** The counter of each day without values that are not its own, such as zeros between higher counts. */
function countedOf(buckets: readonly QuarterBucket[], range: QuarterRange): QuarterBucket[] {
  const byDay = Map.groupBy(buckets, (bucket) => midnightOf(numberOf(bucket, range), range));
  return [...byDay.values()].flatMap((ofDay) => {
    const counted = Map.groupBy(followCounter(ofDay, rate), ({ atMs }) => atMs);
    return ofDay.flatMap((bucket) => {
      const [one, other] = counted.get(bucket.at.getTime()) ?? [];
      // With two, the counter began again in this quarter, and all values are its own.
      if (one && !other && one.isPart) return [{ ...bucket, min: one.min, max: one.max }];
      return one ? [bucket] : [];
    });
  });
}

/**
 * What a counter gained, which begins at 0 at midnight. Over a gap within a day the counter gives the sum: its quarters get equal parts and
 * are estimated. After a fall the counter began again. A gain that no pump can reach leaves its time unknown.
 */
export function gainsOf(buckets: readonly QuarterBucket[], range: QuarterRange): Series {
  const gains: Series = new Map();
  let before: { quarter: number; counter: number } | undefined;
  for (const bucket of countedOf(buckets, range)) {
    const { min, max } = bucket;
    const quarter = numberOf(bucket, range);
    const midnight = midnightOf(quarter, range);
    const dayBefore = midnightOf(midnight - 1, range);
    // A pump whose clock is late begins again after midnight. After a gap it may first send its old count.
    const isLate =
      before &&
      before.counter > 0 &&
      before.quarter >= dayBefore &&
      (min === before.counter ||
        max === before.counter ||
        (min > before.counter && quarter - midnight < LATE_MAX));
    const goesOn = before && (before.quarter >= midnight || isLate);
    const { since, start } =
      goesOn && before ? { since: before.quarter + 1, start: before.counter } : { since: midnight, start: 0 };
    // What an old count has gained is water of its own day.
    const end = since < midnight ? midnight : quarter;
    const gap = quarter - since;
    const isPossible = max - start <= LITRE_PER_MINUTE_MAX * QUARTER_MINUTES * (gap + 2);
    if (min < start) gains.set(quarter, { value: max < start ? max : max - start, isEstimated: false });
    else if (isPossible) {
      gains.set(quarter, { value: gap > 0 ? max - min : max - start, isEstimated: false });
      for (let at = since; at < quarter; at += 1)
        gains.set(at, { value: at < end ? (min - start) / (end - since) : 0, isEstimated: true });
    }
    before = { quarter, counter: min < start && max >= start ? min : max };
  }
  return gains;
}

/** The litres of each quarter that is known, or estimated over a short gap. */
export const litresOf = (buckets: PumpBuckets, range: QuarterRange): Series =>
  fillGaps(gainsOf(buckets.litres, range), stoppedIn(buckets, range), range);

/** The quarters in which the motor was off. */
const stoppedIn = ({ motor }: PumpBuckets, range: QuarterRange) =>
  new Set(motor.filter(({ min }) => min === 0).map((bucket) => numberOf(bucket, range)));

/** Fills short gaps with the mean of both sides, and gaps at night with 0 if the motor was off on both sides. */
function fillGaps(known: Series, stopped: ReadonlySet<number>, { isNight }: QuarterRange): Series {
  const filled: Series = new Map(known);
  const quarters = [...known]
    .flatMap(([quarter, { isEstimated }]) => (isEstimated ? [] : [quarter]))
    .toSorted((a, b) => a - b);
  for (const [index, end] of quarters.entries()) {
    const last = quarters[index - 1];
    if (last === undefined || end - last === 1) continue;
    const isShort = end - last - 1 <= SHORT_GAP;
    if (!isShort && !(stopped.has(last) && stopped.has(end) && isNight(last + 1, end))) continue;
    const mean = ((known.get(last)?.value ?? 0) + (known.get(end)?.value ?? 0)) / 2;
    for (let at = last + 1; at < end; at += 1)
      if (!known.has(at)) filled.set(at, { value: isShort ? mean : 0, isEstimated: true });
  }
  return filled;
}

const missing: StatementValue = { value: null, mark: "missing" };
const rounded = (value: number, digits: number) => Number(value.toFixed(digits));
const add = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

/** The decimals of each value. A sum is of rounded days, so that a reader can add them up. */
export const decimals = { litres: 0, runHours: 2, kilowattHour: 2 } as const;

/** A day from a quarter to another, which is excluded. */
interface Day {
  begin: number;
  end: number;
}

const percentOf = (count: number, length: number) =>
  length > 0 ? Math.min(100, rounded((100 * count) / length, 1)) : 0;

function periodValueOf(series: Series, { begin, end }: Day, digits: number): StatementValue {
  const quarters = Array.from({ length: end - begin }, (_, index) => series.get(begin + index));
  if (!quarters.every((one) => one !== undefined)) return missing;
  return {
    value: rounded(add(quarters.map(({ value }) => value)), digits),
    mark: quarters.some(({ isEstimated }) => isEstimated) ? "estimated" : "measured",
  };
}

/** The values of days, and their sum. */
export function statementValuesOf(
  buckets: PumpBuckets,
  range: QuarterRange,
  days: readonly Day[],
): { days: StatementValues[]; total: StatementValues } {
  const { motor } = buckets;
  const stopped = stoppedIn(buckets, range);
  const withReadings = motor.map((bucket) => numberOf(bucket, range));
  const litres = litresOf(buckets, range);
  const runHours = fillGaps(hoursOf(motor, range), stopped, range);
  const wattHours = fillGaps(hoursOf(buckets.power, range), stopped, range);
  const kilowattHours: Series = new Map(
    [...wattHours].map(([at, { value, isEstimated }]) => [at, { value: value / 1_000, isEstimated }]),
  );
  const counts = days.map(({ begin, end }) => withReadings.filter((at) => at >= begin && at < end).length);
  const statementValues = days.map((day, index) => {
    const completenessPercent = percentOf(counts[index] ?? 0, day.end - day.begin);
    if (completenessPercent < COMPLETENESS_MIN_PERCENT)
      return { litres: missing, runHours: missing, kilowattHour: missing, completenessPercent };
    return {
      litres: periodValueOf(litres, day, decimals.litres),
      runHours: periodValueOf(runHours, day, decimals.runHours),
      kilowattHour: periodValueOf(kilowattHours, day, decimals.kilowattHour),
      completenessPercent,
    };
  });
  const sumOf = (name: keyof typeof decimals) =>
    sumOfDays(
      statementValues.map((day) => day[name]),
      decimals[name],
    );
  return {
    days: statementValues,
    total: {
      litres: sumOf("litres"),
      runHours: sumOf("runHours"),
      kilowattHour: sumOf("kilowattHour"),
      completenessPercent: percentOf(add(counts), add(days.map(({ begin, end }) => end - begin))),
    },
  };
}

/** The sum of the days that are known, with the worst mark of all days. */
function sumOfDays(days: readonly StatementValue[], digits: number): StatementValue {
  const known = days.flatMap(({ value }) => (value === null ? [] : [value]));
  if (known.length === 0) return missing;
  const marks = new Set<ValueMark>(days.map(({ mark }) => mark));
  const mark = (["missing", "estimated"] as const).find((one) => marks.has(one)) ?? "measured";
  return { value: rounded(add(known), digits), mark };
}
