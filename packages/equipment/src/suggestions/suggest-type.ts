import type { TypeRules } from "./catalogue-words.ts";
import {
  byConfidence,
  type PointFacts,
  LIKELY,
  suggestPointOf,
  typesOfDevice,
  wordsOfFound,
} from "./suggest-point.ts";

export interface DeviceFacts {
  name?: string | undefined;
  vendor?: string | undefined;
  model?: string | undefined;
  points: readonly PointFacts[];
}

export interface TypeSuggestion {
  type: string;
  /** 0 to 1. */
  confidence: number;
  /** `pointIds`: points of the type that points of the device probably are. */
  reason: { code: "name" | "points" | "name-and-points"; pointIds: string[] };
}

/** What remains of the doubt when the name shows the type, and of the confidence when it shows another one. */
const DOUBT_WITH_NAME = 0.3;
const OTHER_NAME = 0.4;
const LEAST = 0.25;

/** The types that a device may have, by its name and model and by the set of its points; the most likely first. */
export function suggestType(
  rules: readonly TypeRules[],
  { name = "", vendor = "", model = "", points }: DeviceFacts,
): TypeSuggestion[] {
  const byName = typesOfDevice(rules, name);
  const named = byName.length > 0 ? byName : typesOfDevice(rules, `${vendor} ${model}`);
  const all = points.map((found) => ({ found, words: wordsOfFound(found) }));
  const fits = rules.map((type) => {
    const likely = all.flatMap(({ found, words }) => {
      const [best] = suggestPointOf(type, found, words, true).toSorted(byConfidence);
      return best && best.confidence >= LIKELY ? [best.pointId] : [];
    });
    return { type, pointIds: [...new Set(likely)] };
  });
  return fits
    .map(({ type, pointIds }): TypeSuggestion => {
      const count = pointIds.length;
      const other = Math.max(0, ...fits.map((one) => (one.type === type ? 0 : one.pointIds.length)));
      // More points make it surer, and another type that as many points fit less sure.
      const byPoints = Math.max(0, (count / (count + 1)) * (1 - other / (2 * count + 1)));
      const isNamed = named.includes(type);
      const confidence = isNamed
        ? 1 - DOUBT_WITH_NAME * (1 - byPoints)
        : byPoints * (named.length > 0 ? OTHER_NAME : 1);
      const code = isNamed ? (count > 0 ? "name-and-points" : "name") : "points";
      return { type: type.type, confidence, reason: { code, pointIds } };
    })
    .filter(({ confidence }) => confidence >= LEAST)
    .toSorted(byConfidence);
}
