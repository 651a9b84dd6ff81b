import { points } from "@verandah/equipment/catalogue.ts";
import type { Point } from "@verandah/equipment/schema.ts";
import { stateAt, statesIn } from "@verandah/equipment/states.ts";
import { sql } from "kysely";

import {
  type Fragment,
  numberColumn,
  type ReportScope,
  type SourceColumn,
} from "../report-rows.repository.ts";
import { type CodeTexts, codesOf, containsText } from "./coded-columns.repository.ts";

/** Highest number of a state: in commands 10 means on. */
const STATE_MAX = 10;

type TextScope = Pick<ReportScope, "language" | "siteTypes">;

/** Points of the types that the campus adds, by `type/param_id`, because types may have points with the same id. */
const sitePoints = ({ siteTypes }: TextScope): [code: string, point: Point][] =>
  siteTypes.flatMap(({ type, points: own }) =>
    Object.entries(own).map(([id, point]): [string, Point] => [`${type}/${id}`, point]),
  );

/** The code of a point in `pointTexts` and `stateTexts`. */
export function pointCode(scope: ReportScope, deviceType: Fragment, paramId: Fragment): Fragment {
  const codes = scope.language ? sitePoints(scope).map(([code]) => code) : [];
  if (codes.length === 0) return paramId;
  const code = sql`${deviceType} || '/' || ${paramId}`;
  return sql`case when ${code} = any(${codes}::text[]) then ${code} else ${paramId} end`;
}

/** Names of points by their codes. */
export function pointTexts(scope: TextScope): CodeTexts {
  const { language = "en" } = scope;
  const named = [...points, ...sitePoints(scope)];
  return Object.fromEntries(named.map(([code, { name }]) => [code, name[language] ?? name.en]));
}

/** Texts of all states, by `code/number`. */
export function stateTexts(scope: TextScope): CodeTexts {
  const numbers = Array.from({ length: STATE_MAX + 1 }, (_, number) => number);
  const entries = [...points, ...sitePoints(scope)].flatMap(([code, point]) => {
    const states = statesIn(scope.language ?? "en", point) ?? [];
    return [...numbers, ...states.map(([from]) => from)].flatMap((number): [string, string][] => {
      const word = stateAt(states, number)?.[1];
      return word === undefined ? [] : [[`${code}/${number}`, word]];
    });
  });
  return Object.fromEntries(entries);
}

/**
 * Whether the shown text of a value contains a part: the text of a state, otherwise the number.
 *
 * @param texts from `stateTexts`
 * @param state the point and the whole number, in the format of their keys
 */
export function valueContains(texts: CodeTexts, state: Fragment, number: Fragment, part: string): Fragment {
  return sql`(${state} = any(${codesOf(texts, part)}::text[])
    or (not ${state} = any(${Object.keys(texts)}::text[]) and ${containsText(number, part)}))`;
}

/** A value of a point, by its code: the text of a state, otherwise a number. */
export function valueColumn(
  scope: ReportScope,
  value: Fragment,
  paramId: Fragment = sql`r.param_id`,
): SourceColumn {
  const number = numberColumn(value);
  if (!scope.language) return number;
  const texts = stateTexts(scope);
  const state = sql`coalesce(${paramId} || '/' || floor(${value})::text, '')`;
  return {
    shown: sql`jsonb_build_array(${state}, ${number.shown})`,
    toText: (stored) => {
      const [code, known]: unknown[] = Array.isArray(stored) ? stored : [];
      const word = typeof code === "string" ? texts[code] : undefined;
      return word ?? (typeof known === "number" ? known : null);
    },
    contains: (text) => valueContains(texts, state, sql`(${number.shown})::text`, text.toLowerCase()),
    sortedBy: value,
  };
}
