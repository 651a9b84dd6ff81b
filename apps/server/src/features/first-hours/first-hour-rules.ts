import type { Fix, HourEvidence, hourRules } from "@verandah/contract/gateways/first-hours.ts";
import { conversionOf } from "@verandah/equipment/unit-conversions.ts";
import { isUnit, type Unit } from "@verandah/equipment/units.ts";
import { type RegisterType, widthOf } from "@verandah/field/protocols/modbus.ts";

/** The entry of a point in the profile of its device. */
interface Mapping {
  /** The unit in the field, if it differs from that of the type. */
  unit?: string | undefined;
  /** Modbus: the form of the number. */
  type?: RegisterType | undefined;
  scale?: number | undefined;
  /** Only a profile of a type has units that the gateway converts. */
  hasType: boolean;
}

export interface HourPoint {
  paramId: string;
  unit: string;
  /** Physical range. */
  min: number | null;
  max: number | null;
  varies: boolean;
  mapping?: Mapping | undefined;
  /** Values since the hour began, oldest first. */
  values: readonly { atMs: number; value: number }[];
}

export interface Found {
  paramId: string | null;
  rule: (typeof hourRules)[number];
  evidence: HourEvidence;
}

/** Fewer values prove nothing. */
const VALUES_MIN = 3;
const MINUTE_MS = 60_000;
/** Temperatures need this time after a start of the unit, ms. */
const SETTLED_MS = 5 * MINUTE_MS;
/** A frozen sensor needs nearly the whole hour, ms. */
const STUCK_MS = 55 * MINUTE_MS;
const MOST = 0.9;

/** Values that plants and rooms usually have: what a value means in another unit has to be one of them. */
const usual: Partial<Record<string, readonly [number, number]>> = {
  degC: [3, 45],
  percentRh: [10, 98],
  hertz: [45, 65],
  ppm: [350, 3_000],
  volt: [90, 480],
  pascal: [20, 900],
};

/** Units that devices and integrators mistake for each other. */
const mistaken =
  `degC degF kelvin pascal kilopascal psi bar inchOfWater watt kilowatt megawatt voltAmpere kilovoltAmpere
  wattHour kilowattHour megawattHour ampere milliampere volt millivolt kilovolt litrePerSecond litrePerMinute
  cubicMetrePerHour cubicFootPerMinute ppm`
    .split(/\s+/)
    .filter((code): code is Unit => isUnit(code));

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const numbersOf = ({ values }: HourPoint) => values.map(({ value }) => value);
const shareOf = (values: readonly number[], test: (value: number) => boolean) =>
  values.filter(test).length / values.length;
const isOutside = ({ min, max }: HourPoint, value: number) =>
  value < (min ?? -Infinity) || value > (max ?? Infinity);
const isUsual = (point: HourPoint, value: number) => {
  const [low, high] = usual[point.unit] ?? [-Infinity, Infinity];
  return !isOutside(point, value) && value >= low && value <= high;
};
const spanMs = ({ values }: HourPoint) => (values.at(-1)?.atMs ?? 0) - (values[0]?.atMs ?? 0);
const digits = (value: number) => Number(value.toPrecision(6));

function evidenceOf(point: HourPoint, count: number, more: Partial<HourEvidence>): HourEvidence {
  const { values } = point;
  return {
    value: digits(values.at(-1)?.value ?? Number.NaN),
    count,
    of: values.length,
    from: new Date(values[0]?.atMs ?? 0).toISOString(),
    until: new Date(values.at(-1)?.atMs ?? 0).toISOString(),
    fixes: [],
    ...more,
  };
}

/** A number of several registers with its words in the reverse order. */
function exchangeWords(type: RegisterType, raw: number): number {
  const bytes = Buffer.alloc(widthOf[type] * 2);
  if (type === "float32") bytes.writeFloatBE(raw);
  else if (type === "float64") bytes.writeDoubleBE(raw);
  else if (type === "uint64") bytes.writeBigUInt64BE(BigInt.asUintN(64, BigInt(Math.round(raw))));
  else bytes.writeUInt32BE(Math.round(raw) >>> 0);
  const other = Buffer.from(bytes.swap16().toReversed());
  if (type === "float32") return other.readFloatBE();
  if (type === "float64") return other.readDoubleBE();
  if (type === "uint64") return Number(other.readBigUInt64BE());
  return type === "int32" ? other.readInt32BE() : other.readUInt32BE();
}

/** A measured value that is not 0 is not nearer to it. */
const TINY = 1e-6;
const WORD = 65_536;
const ratioOf = (values: readonly number[]) => {
  const sizes = values.map((value) => Math.abs(value));
  return Math.max(...sizes) / Math.min(...sizes);
};

/**
 * The values are impossible, or jump: whole numbers by multiples of 65536 while the other word stays, real ones by powers of ten. With the
 * words exchanged they are possible and steady.
 */
function judgeWords(point: HourPoint): Found | undefined {
  const { type, scale = 1, unit = point.unit } = point.mapping ?? {};
  if (!type || widthOf[type] < 2 || !isUnit(unit) || !isUnit(point.unit)) return undefined;
  const conversion = conversionOf(unit, point.unit) ?? { scale: 1, offset: 0 };
  const values = numbersOf(point).filter((value) => value !== 0);
  if (values.length < VALUES_MIN) return undefined;
  const raws = values.map((value) => (value - conversion.offset) / conversion.scale / scale);
  const isReal = type === "float32" || type === "float64";
  const lowWords = new Set(raws.map((raw) => Math.round(raw) % WORD));
  const isJumping = isReal
    ? ratioOf(raws) > 1 / TINY
    : new Set(raws).size >= VALUES_MIN && lowWords.size === 1;
  const wrong = values.filter(
    (value, at) => isJumping || isOutside(point, value) || (isReal && Math.abs(raws[at] ?? 0) < TINY),
  );
  const exchanged = raws.map(
    (raw) => exchangeWords(type, raw) * scale * conversion.scale + conversion.offset,
  );
  const isPossible = exchanged.every(
    (value) => !isOutside(point, value) && Math.abs(value) > 1e-4 && Math.abs(value) < 1e12,
  );
  if (wrong.length < MOST * values.length || !isPossible || ratioOf(exchanged) > 100) return undefined;
  const value = Number((exchanged.at(-1) ?? 0).toPrecision(3));
  const { min: low, max: high } = point;
  const fixes: Fix[] = [{ kind: "word-order", value }];
  return {
    paramId: point.paramId,
    rule: "word-order",
    evidence: evidenceOf(point, wrong.length, { low, high, fixes }),
  };
}

/** What the point would be in other units, or with another scale, where that is usual. */
function fixesOf(point: HourPoint): Fix[] {
  const { unit, mapping } = point;
  const inField = mapping?.unit ?? unit;
  if (!isUnit(unit) || !isUnit(inField)) return [];
  const before = conversionOf(inField, unit);
  if (!before) return [];
  const raws = numbersOf(point).map((value) => (value - before.offset) / before.scale);
  const asFix = (toValue: (raw: number) => number, made: (value: number) => Fix): Fix[] => {
    const values = raws.map((raw) => toValue(raw));
    return shareOf(values, (value) => isUsual(point, value)) >= MOST
      ? [made(digits(values.at(-1) ?? Number.NaN))]
      : [];
  };
  const fixes = mistaken.flatMap((other) => {
    if (other === inField) return [];
    const next = conversionOf(other, unit);
    return next
      ? asFix(
          (raw) => raw * next.scale + next.offset,
          (value) => ({ kind: "unit", unit: other, value }),
        )
      : [];
  });
  if (fixes.length > 0) return mapping?.hasType === false ? [] : fixes;
  // Tenths and hundredths are counted in whole numbers.
  const isCounted = usual[unit] && raws.every((raw) => Number.isInteger(raw));
  return (unit === "percentRh" ? [100] : isCounted ? [0.1, 0.01] : []).flatMap((factor) =>
    asFix(
      (raw) => raw * factor * before.scale + before.offset,
      (value) => ({ kind: "scale", factor, value }),
    ),
  );
}

/** Values out of the physical range: in another unit, or of a wrong sensor or address. */
function judgeRange(point: HourPoint): Found | undefined {
  const values = numbersOf(point);
  const wrong = values.filter((value) => isOutside(point, value)).length;
  const isFraction = point.unit === "percentRh" && values.every((value) => value > 0 && value <= 1);
  if (wrong <= values.length / 2 && !isFraction) return undefined;
  const fixes = fixesOf(point);
  const [low, high] = isFraction ? (usual["percentRh"] ?? []) : [point.min, point.max];
  return {
    paramId: point.paramId,
    rule: fixes.length > 0 ? "unit" : "out-of-range",
    evidence: evidenceOf(point, isFraction ? values.length : wrong, { low, high, fixes }),
  };
}

/** A value that is possible, but not usual, where another point of the device has the same quantity in another unit. */
function judgeUnusual(point: HourPoint, units: ReadonlySet<string>): Found | undefined {
  const values = numbersOf(point);
  const [low, high] = usual[point.unit] ?? [];
  if (low === undefined || shareOf(values, (value) => !isUsual(point, value)) < MOST) return undefined;
  const fixes = fixesOf(point).filter((fix) => fix.kind === "unit" && units.has(fix.unit));
  if (fixes.length === 0) return undefined;
  return {
    paramId: point.paramId,
    rule: "unit",
    evidence: evidenceOf(point, values.length, { low, high, fixes }),
  };
}

type ValueOf = (paramId: string) => number;

/** What a point would have by other points of its device: it differs by a factor of units, 100 or 1000. */
interface Relation {
  type: string;
  point: string;
  by: readonly string[];
  expected: (of: ValueOf) => number;
  /** Smaller values prove nothing. */
  least: number;
}
const root3 = Math.sqrt(3);
const ofMeter = (of: ValueOf) => root3 * of("volatage_LL_average") * of("currentAverage");
const meter = { type: "ENERGYMETER", by: ["volatage_LL_average", "currentAverage"] };
const same = (type: string, point: string, command: string): Relation => ({
  type,
  point,
  by: [command],
  expected: (of) => of(command),
  least: 10,
});
const relations: readonly Relation[] = [
  { ...meter, point: "activePowerTotal", expected: (of) => ofMeter(of) * 0.8, least: 500 },
  { ...meter, point: "apparentPowerTotal", expected: ofMeter, least: 500 },
  { ...meter, point: "presentDemand", expected: (of) => (ofMeter(of) * 0.8) / 1_000, least: 0.5 },
  ...["A", "B", "C"].map((phase) => ({
    type: "UPS",
    point: `ups_OutputPowerPhase${phase}`,
    by: [`ups_OutputVoltagePhase${phase}`, `ups_OutputCurrentPhase${phase}`],
    expected: (of: ValueOf) =>
      of(`ups_OutputVoltagePhase${phase}`) * of(`ups_OutputCurrentPhase${phase}`) * 0.8,
    least: 100,
  })),
  same("AHU", "Chilled Water Valve Feedback", "ahu_chilled_valve_sp"),
  same("AHU", "Heating Valve Feedback", "ahu_heating_valve_sp"),
];
/** A power of a unit lies between these shares of what others prove: power factors, and values of different moments. */
const [SHARE_MIN, SHARE_MAX] = [0.4, 2.5];

function judgeRelation({ by, expected, least }: Relation, point: HourPoint, of: ValueOf): Found | undefined {
  const wanted = expected(of);
  const actual = Math.abs(median(numbersOf(point)));
  if (!(wanted >= least) || !(actual > 0)) return undefined;
  const isNear = (factor: number) =>
    (actual * factor) / wanted > SHARE_MIN && (actual * factor) / wanted < SHARE_MAX;
  const newest = point.values.at(-1)?.value ?? 0;
  const { unit, mapping } = point;
  const isFraction = unit === "percent";
  const factor = (isFraction ? [100] : [1_000, 1e-3]).find((one) => isNear(one));
  if (factor === undefined) return undefined;
  const inField = mapping?.unit ?? unit;
  const other = mistaken.find((one) => {
    if (mapping?.hasType === false || !isUnit(inField)) return false;
    const conversion = conversionOf(one, inField);
    return conversion && conversion.offset === 0 && Math.abs(conversion.scale / factor - 1) < 1e-6;
  });
  const value = digits(newest * factor);
  const fixes: Fix[] = [other ? { kind: "unit", unit: other, value } : { kind: "scale", factor, value }];
  const partner = { param_ids: [...by], value: digits(wanted) };
  return {
    paramId: point.paramId,
    rule: "unit",
    evidence: evidenceOf(point, point.values.length, { partner, fixes }),
  };
}

/** Two points of a type that are easily exchanged, and what proves it. */
interface Twins {
  type: string;
  points: readonly [string, string];
  isSwapped: (of: ValueOf, first: HourPoint, second: HourPoint) => boolean;
}
const lowest = (point: HourPoint) => Math.min(...numbersOf(point));
const highest = (point: HourPoint) => Math.max(...numbersOf(point));
/** Warmer at every moment, K. */
const isWarmer = (one: HourPoint, other: HourPoint) =>
  Math.min(spanMs(one), spanMs(other)) >= SETTLED_MS && lowest(one) > highest(other) + 2;
const phases = ["1-2", "2-3", "3-1"].map(
  (ends) => [`em_volatge_LL_phase_${ends}`, `em_volatge_LN_phase_${ends}`] as const,
);
const power = (of: ValueOf, phase: string, current: string) =>
  of(`ups_OutputPowerPhase${phase}`) /
  (of(`ups_OutputVoltagePhase${phase}`) * of(`ups_OutputCurrentPhase${current}`));
const isPower = (share: number) => share > 0.4 && share < 1.05;
const twins: readonly Twins[] = [
  {
    type: "AHU",
    points: ["Supply Air Temperature", "Return Air Temperature"],
    // Cooled air is below 20 °C.
    isSwapped: (of, supply, back) =>
      of("Supply Fan Status") === 1 &&
      of("Chilled Water Valve Feedback") > 20 &&
      !(of("Heating Valve Feedback") > 5) &&
      isWarmer(supply, back) &&
      highest(back) < 20,
  },
  {
    type: "CHILLER",
    points: ["Chilled Water Supply Temperature", "Chilled Water Return Temperature"],
    isSwapped: (of, supply, back) =>
      of("Chiller Status") === 1 && isWarmer(supply, back) && highest(back) < 15,
  },
  ...[...phases, ["volatage_LL_average", "volatage_LN_average"] as const].map((points): Twins => ({
    type: "ENERGYMETER",
    points,
    // The voltage between phases is the root of 3 times the voltage to neutral.
    isSwapped: (of) => Math.abs(of(points[1]) / of(points[0]) / root3 - 1) < 0.05,
  })),
  ...(["AB", "BC", "AC"] as const).map(([one = "", other = ""]): Twins => ({
    type: "UPS",
    points: [`ups_OutputCurrentPhase${one}`, `ups_OutputCurrentPhase${other}`],
    // No phase has more power than its voltage times its current.
    isSwapped: (of) =>
      Math.max(power(of, one, one), power(of, other, other)) > 1.15 &&
      isPower(power(of, one, other)) &&
      isPower(power(of, other, one)),
  })),
];

function judgeTwins({ points: [a, b], isSwapped }: Twins, of: ValueOf, byId: ReadonlyMap<string, HourPoint>) {
  const [first, second] = [byId.get(a), byId.get(b)];
  if (!first || !second || !isSwapped(of, first, second)) return undefined;
  const value = digits(second.values.at(-1)?.value ?? Number.NaN);
  const evidence = evidenceOf(first, first.values.length, {
    partner: { param_ids: [b], value },
    fixes: first.mapping && second.mapping ? [{ kind: "swap", with: b, value }] : [],
  });
  return { paramId: a, rule: "swapped" as const, evidence };
}

/** Exactly one value through the hour, of a point that always varies. Whether that is a fault depends on its peers (`isStuck`). */
function judgeStuck(point: HourPoint): Found | undefined {
  const values = numbersOf(point);
  if (!point.varies || spanMs(point) < STUCK_MS || new Set(values).size > 1) return undefined;
  return { paramId: point.paramId, rule: "stuck", evidence: evidenceOf(point, values.length, {}) };
}

/** Coarse sensors are steady for an hour: a finer value, or peers that nearly all changed, prove that a sensor is stuck. */
export function isStuck(value: number, peers: { changed: number; of: number }): boolean {
  const steps = value / 0.05;
  const isFine = Math.abs(steps - Math.round(steps)) > 1e-6;
  return isFine || (peers.of >= 3 && peers.changed >= MOST * peers.of);
}

/** What the values of a device's points since the begin of their hour give reason to suspect. */
export function judgeDevice(type: string, points: readonly HourPoint[]): Found[] {
  const byId = new Map(
    points.filter(({ values }) => values.length >= VALUES_MIN).map((point) => [point.paramId, point]),
  );
  const found: Found[] = [];
  const of: ValueOf = (paramId) => median(numbersOf(byId.get(paramId) ?? { ...nothing, paramId }));
  const judge = (rule: (point: HourPoint) => Found | undefined) => {
    const hits = [...byId.values()].flatMap((point) => rule(point) ?? []);
    // What a wrong value seems to prove of others is nothing.
    for (const { paramId } of hits) byId.delete(paramId ?? "");
    found.push(...hits);
  };
  judge(judgeWords);
  judge(judgeRange);
  const units = new Set(
    found.flatMap(({ evidence }) => evidence.fixes.flatMap((fix) => (fix.kind === "unit" ? [fix.unit] : []))),
  );
  judge((point) => judgeUnusual(point, units));
  for (const one of twins) if (one.type === type) found.push(...[judgeTwins(one, of, byId) ?? []].flat());
  for (const { evidence, paramId } of found)
    if (evidence.fixes[0]?.kind === "swap") byId.delete(paramId ?? "");
  judge((point) => {
    const relation = relations.find((one) => one.type === type && one.point === point.paramId);
    return relation && judgeRelation(relation, point, of);
  });
  // Little pressure at a fan that runs.
  if (of("VFD Speed") > 50)
    judge((point) =>
      point.paramId === "Filter Pressure" && highest(point) < 2 && lowest(point) > 0
        ? judgeUnusual(point, new Set(["kilopascal", "inchOfWater"]))
        : undefined,
    );
  judge(judgeStuck);
  return found;
}

const nothing: HourPoint = { paramId: "", unit: "none", min: null, max: null, varies: false, values: [] };
