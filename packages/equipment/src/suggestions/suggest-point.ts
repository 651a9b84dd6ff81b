import { conversionOf } from "../unit-conversions.ts";
import type { Unit } from "../units.ts";
import { FAULT, type KnownPoint, type TypeRules } from "./catalogue-words.ts";
import { type Role, tokensOf, wordOfQuantity, type Words, wordsOf } from "./words.ts";

/** A point as a scan or a file describes it. */
export interface PointFacts {
  name: string;
  description?: string | undefined;
  unit?: Unit | undefined;
  /** Of BACnet, such as `analog-input`. */
  objectType?: string | undefined;
  /** In `unit`. */
  range?: readonly [low: number, high: number] | undefined;
  isWritable?: boolean | undefined;
  deviceName?: string | undefined;
  /** The type of the device, when it is known. */
  deviceType?: string | undefined;
}

export interface PointSuggestion {
  type: string;
  pointId: string;
  /** 0 to 1. */
  confidence: number;
  /** Why the point is suggested. The screens make the sentence. */
  reason: {
    code: "words-and-unit" | "words" | "words-without-unit";
    /** Words of the name, or of the description, that describe the point. */
    words: string[];
    /** Words of the point that the name leaves out, and parts of the name without a known meaning. */
    missing: string[];
    unknown: string[];
    /** The type was known, or a name shows it; otherwise only the point suggests it. */
    isTypeKnown: boolean;
    /** The unit must be converted. */
    isConverted: boolean;
  };
}

/** From this confidence on a suggestion is shown as the likely one. Below it is only one of the choices. */
export const LIKELY = 0.6;
const LEAST = 0.3;
const SUGGESTIONS_MAX = 5;
/** A second suggestion with more than this share of the confidence is as likely as the first. */
const EQUAL = 0.95;
/** More unknown parts of a name say no more. */
const UNKNOWN_MAX = 3;

/** Factors of the confidence. They were set with the names of `testing/built-with.csv`. */
const factors = {
  missingWord: 0.5,
  missingWeakWord: 0.9,
  missingByUnit: 0.98,
  foreignWord: 0.25,
  foreignWeakWord: 0.9,
  unknownPart: 0.75,
  // A wrong command does more harm than a wrong reading.
  unknownPartOfWritable: 0.55,
  noUnit: 0.9,
  unitWithoutMeaning: 0.75,
  otherObject: 0.7,
  noRole: 0.9,
  writableReading: 0.9,
  unknownType: 0.75,
  unknownTypeByOneWord: 0.55,
  otherRange: 0.5,
  equalSuggestions: 0.7,
};
/** Words that names of a point leave out without another meaning. */
const weakMissing: ReadonlySet<string> = new Set(["position", "level", "active"]);
/** Words that names of a point add without another meaning. */
const weakForeign: ReadonlySet<string> = new Set(["air", "position", "level", "active", "onoff", "switch"]);
/** Words of a name that change its meaning, also beside a description that leaves them out. */
const modifiers: ReadonlySet<string> = new Set(
  `minimum maximum low high limit reset offset loop ramp delay schedule override unoccupied standby effective
  calculated economizer request stage nominal peak export`.split(/\s+/),
);

export const byConfidence = (a: { confidence: number }, b: { confidence: number }): number =>
  b.confidence - a.confidence;
const product = (numbers: readonly number[]) => numbers.reduce((all, one) => all * one, 1);

/** How far the units agree. Undefined: they measure different quantities. */
function unitFactor({ point }: KnownPoint, { unit, objectType = "" }: PointFacts): number | undefined {
  const { unit: wanted, states } = point;
  if (states) {
    if (unit !== undefined && unit !== "none") return undefined;
    const others = ["analog", Object.keys(states).length === 2 ? "multi-state" : "binary"];
    return others.some((one) => objectType.startsWith(one)) ? factors.otherObject : 1;
  }
  if (objectType.startsWith("binary") || objectType.startsWith("multi-state")) return undefined;
  if (unit === undefined) return wanted === "none" ? 1 : factors.noUnit;
  if (unit === "none" && wanted !== "none") return factors.unitWithoutMeaning;
  // Many controllers give the humidity in percent.
  const isSame = (unit === "percent" && wanted === "percentRh") || conversionOf(unit, wanted) !== undefined;
  return isSame ? 1 : undefined;
}

/** How far reading, setpoint and command agree. Undefined: the found point is of another kind. */
function roleFactor(known: KnownPoint, found: PointFacts, roles: ReadonlySet<Role>): number | undefined {
  const { objectType = "", isWritable } = found;
  if (!roles.isSubsetOf(known.roles)) return undefined;
  if (known.point.kind === "reading") {
    if (objectType.endsWith("-output")) return undefined;
    return isWritable ? factors.writableReading : 1;
  }
  if (isWritable === false || objectType.endsWith("-input")) return undefined;
  if (roles.size > 0 || objectType.endsWith("-output")) return 1;
  return isWritable ? factors.noRole : undefined;
}

/** Whether the ranges have a value in common. A range without width says nothing. */
function rangeFactor({ point }: KnownPoint, { range, unit }: PointFacts): number {
  const conversion = unit && conversionOf(unit, point.unit);
  if (!range || !conversion || !point.range || range[0] >= range[1]) return 1;
  const [low, high] = [range[0], range[1]].map((end) => end * conversion.scale + conversion.offset);
  return (high ?? 0) < point.range[0] || (low ?? 0) > point.range[1] ? factors.otherRange : 1;
}

/** How well words describe a point: the best of its variants. Undefined: they say nothing about it. */
function matchWords(known: KnownPoint, { content, roles, unknown }: Words, unit: Unit | undefined) {
  const ofPoint = unknown.filter((part) => known.allowed.has(part));
  const words = new Set([...content, ...ofPoint, ...(roles.has("alarm") ? [FAULT] : [])]);
  const isWeak = (word: string) => weakForeign.has(word) || known.stateWords.has(word);
  const foreign = product(
    Array.from(words.difference(known.allowed), (word) =>
      isWeak(word) ? factors.foreignWeakWord : factors.foreignWord,
    ),
  );
  if (foreign < LEAST) return undefined;
  const byUnit = wordOfQuantity(unit);
  // A device with one phase has no phase in its names.
  const hasPhase = words.has("l2") || words.has("l3");
  const [best] = known.variants
    .map((variant) => {
      const missing = [...variant.difference(words)];
      const lost = missing.map((word) => {
        if (word === byUnit) return factors.missingByUnit;
        const isLeftOut = weakMissing.has(word) || (word === "l1" && !hasPhase);
        return isLeftOut ? factors.missingWeakWord : factors.missingWord;
      });
      return { factor: foreign * product(lost), missing, hits: variant.size - missing.length };
    })
    .filter(({ hits }) => hits > 0 || roles.size > 0)
    .toSorted((a, b) => b.factor - a.factor || b.hits - a.hits);
  const matching = new Set([...content, ...ofPoint]).intersection(known.allowed);
  return best && { ...best, words: [...matching] };
}

/** The words of a name and its description: the description alone with what modifies it, or both together. */
export function wordsOfFound({ name, description = "", unit, deviceName = "" }: PointFacts): Words[] {
  const own = name.slice(name.lastIndexOf("/") + 1);
  const ofDevice = new Set(tokensOf(deviceName));
  const isUnknown = (token: string) => !ofDevice.has(token);
  const named = wordsOf(own, unit);
  const described = wordsOf(description, unit);
  const unknown = described.unknown.filter(isUnknown);
  // Prefixes of a name are often those of a place or a controller.
  const last = wordsOf(own.slice(own.search(/[^.':|]*$/)), unit).unknown.filter(isUnknown);
  if (described.content.size + described.roles.size === 0) return [{ ...named, unknown: last }];
  const roles = named.roles.union(described.roles);
  return [named.content.intersection(modifiers), named.content].map((words) => ({
    content: words.union(described.content),
    roles,
    unknown,
  }));
}

const isNamedBy = (names: TypeRules["names"], { content, unknown }: Words) =>
  names.some((words) => words.isSubsetOf(new Set([...content, ...unknown])));

/** The types that the name or the model of a device shows. */
export function typesOfDevice(rules: readonly TypeRules[], text: string): readonly TypeRules[] {
  const words = wordsOf(text);
  const named = rules.filter(({ names }) => isNamedBy(names, words));
  return named.length > 0 ? named : rules.filter(({ otherNames }) => isNamedBy(otherNames, words));
}

function typesNamed(rules: readonly TypeRules[], { deviceType, deviceName = "", name }: PointFacts) {
  if (deviceType) return rules.filter(({ type }) => type === deviceType);
  const ofDevice = typesOfDevice(rules, deviceName);
  const words = wordsOf(name);
  return ofDevice.length > 0 ? ofDevice : rules.filter(({ names }) => isNamedBy(names, words));
}

function withoutOutputs({ content, roles, unknown }: Words): Words {
  return {
    content: content.difference(new Set(["input", "output"])),
    roles: content.has("output") ? new Set<Role>([...roles, "command"]) : roles,
    unknown,
  };
}

function suggestionOf(
  known: KnownPoint,
  found: PointFacts,
  words: Words,
  isTypeKnown: boolean,
): PointSuggestion[] {
  const byUnit = unitFactor(known, found);
  const byRole = byUnit && roleFactor(known, found, words.roles);
  const match = byRole && matchWords(known, words, found.unit);
  if (!match) return [];
  // A short part is often a number's or a controller's, unless nothing else describes the point.
  const unknown = words.unknown
    .filter((part) => !known.allowed.has(part) && (match.hits === 0 || part.length > 2))
    .slice(0, UNKNOWN_MAX);
  const { unit: wanted, kind } = known.point;
  const unknownPart = kind === "reading" ? factors.unknownPart : factors.unknownPartOfWritable;
  const unknownType = match.words.length > 1 ? factors.unknownType : factors.unknownTypeByOneWord;
  const confidence =
    product([byUnit, byRole, match.factor, rangeFactor(known, found), isTypeKnown ? 1 : unknownType]) *
    unknownPart ** unknown.length;
  if (confidence < LEAST) return [];
  const { words: matched, missing } = match;
  const hasUnit = found.unit !== undefined && found.unit !== "none";
  const code = hasUnit ? "words-and-unit" : wanted === "none" ? "words" : "words-without-unit";
  const isConverted = hasUnit && found.unit !== wanted;
  const reason = { code, words: matched, missing, unknown, isTypeKnown, isConverted } as const;
  return [{ type: known.type, pointId: known.id, confidence, reason }];
}

/** The points of a type that a found point may be, each once. */
export function suggestPointOf(
  { points, hasOutputs }: TypeRules,
  found: PointFacts,
  choices: readonly Words[],
  isTypeKnown: boolean,
): PointSuggestion[] {
  const ofType = hasOutputs ? choices : choices.map(withoutOutputs);
  return points.flatMap((known) =>
    ofType
      .flatMap((words) => suggestionOf(known, found, words, isTypeKnown))
      .toSorted(byConfidence)
      .slice(0, 1),
  );
}

/** The points of the catalogue that a found point may be, the most likely first. */
export function suggestPoint(rules: readonly TypeRules[], found: PointFacts): PointSuggestion[] {
  const named = typesNamed(rules, found);
  const isTypeKnown = named.length > 0;
  const choices = wordsOfFound(found);
  const sorted = (isTypeKnown ? named : rules)
    .flatMap((type) => suggestPointOf(type, found, choices, isTypeKnown))
    .toSorted(byConfidence);
  const [first, second] = sorted;
  const areEqual = first && second && second.confidence > first.confidence * EQUAL;
  const factor = areEqual ? factors.equalSuggestions : 1;
  return sorted.slice(0, SUGGESTIONS_MAX).map((one) => ({ ...one, confidence: one.confidence * factor }));
}
