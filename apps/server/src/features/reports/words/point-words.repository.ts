import type { Language } from "@verandah/contract/language.ts";
import { namedPoints, pointName, pointStatesOf, statePoints } from "@verandah/equipment/point-texts.ts";
import { stateAt } from "@verandah/equipment/states.ts";
import { sql } from "kysely";

import {
  type Fragment,
  numberColumn,
  type ReportScope,
  type SourceColumn,
} from "../report-rows.repository.ts";
import { codesOf, containsText } from "./coded-columns.repository.ts";

/** Greatest number of a point whose numbers are states: a command's 10 means on. */
const STATE_MAX = 10;

/** Names of points by their ids. */
export const pointWords = (language: Language): Record<string, string> =>
  Object.fromEntries(namedPoints.map((id) => [id, pointName(language, id)]));

/** Words of all states, by `param_id/number`. */
function stateWords(language: Language): Record<string, string> {
  const numbers = Array.from({ length: STATE_MAX + 1 }, (_, number) => number);
  const entries = statePoints.flatMap((id) => {
    const states = pointStatesOf(language, id);
    return numbers.flatMap((number): [string, string][] => {
      const word = stateAt(states, number)?.[1];
      return word === undefined ? [] : [[`${id}/${number}`, word]];
    });
  });
  return Object.fromEntries(entries);
}

/**
 * Whether the text of a value contains a part: its word if it is a state, otherwise its number.
 *
 * @param state the point and the whole number, as `stateWords` has them
 */
export function valueContains(language: Language, state: Fragment, number: Fragment, part: string): Fragment {
  const words = stateWords(language);
  return sql`(${state} = any(${codesOf(words, part)}::text[])
    or (not ${state} = any(${Object.keys(words)}::text[]) and ${containsText(number, part)}))`;
}

/** A value of a point: a state in words, everything else a number. */
export function valueColumn(
  { language }: ReportScope,
  value: Fragment,
  paramId: Fragment = sql`r.param_id`,
): SourceColumn {
  const number = numberColumn(value);
  if (!language) return number;
  const words = stateWords(language);
  const state = sql`coalesce(${paramId} || '/' || floor(${value})::text, '')`;
  return {
    shown: sql`jsonb_build_array(${state}, ${number.shown})`,
    inWords: (stored) => {
      const [code, known]: unknown[] = Array.isArray(stored) ? stored : [];
      const word = typeof code === "string" ? words[code] : undefined;
      return word ?? (typeof known === "number" ? known : null);
    },
    contains: (text) => valueContains(language, state, sql`(${number.shown})::text`, text.toLowerCase()),
    sortedBy: value,
  };
}
