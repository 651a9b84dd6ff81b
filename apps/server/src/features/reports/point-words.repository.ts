import type { Language } from "@verandah/contract/language.ts";
import { alarmTemplates, alarmTitles } from "@verandah/equipment/alarm-texts.ts";
import { namedPoints, pointName, pointStatesOf, statePoints } from "@verandah/equipment/point-texts.ts";
import { stateAt } from "@verandah/equipment/states.ts";
import { unitAfterNumber, unitCodes } from "@verandah/equipment/units.ts";
import { sql } from "kysely";

import {
  type Fragment,
  numberColumn,
  type ReportScope,
  type SourceColumn,
} from "./report-rows.repository.ts";

/** Greatest number of a point whose numbers are states: a command's 10 means on. */
const STATE_MAX = 10;

/** A code in words; one that is not known stays as it is. Looked up in JSON, as a report may go through a million rows. */
export const inWords = (words: Readonly<Record<string, string>>, code: Fragment): Fragment =>
  sql`coalesce(${JSON.stringify(words)}::jsonb ->> ${code}, ${code})`;

const numberOfText = (at: number) => sql`coalesce(a.text_numbers[${sql.lit(at)}]::text, '')`;

const causedBy: Record<Language, string> = { en: "caused by", hi: "कारण:", kn: "ಕಾರಣ:" };

/** What caused an alarm `a`, in brackets. An alarm of the same code groups `a` and is no cause of it. */
function causeOf(language: Language): Fragment {
  return sql`coalesce((
    select ' (' || ${causedBy[language]} || ' ' || coalesce(${JSON.stringify(alarmTitles(language))}::jsonb ->> h.text_name, h.message)
      || ', ' || h.source_name || ')'
    from alarms as h where h.id = a.explained_by and h.code <> a.code), '')`;
}

/** The message of an alarm `a` with its cause. A message in a device's own words is not translated. */
export function alarmMessageOf({ language }: ReportScope): Fragment {
  return language ? sql`${ownMessageOf(language)} || ${causeOf(language)}` : sql`a.message`;
}

function ownMessageOf(language: Language): Fragment {
  if (language === "en") return sql`a.message`;
  const template = sql`${JSON.stringify(alarmTemplates(language))}::jsonb ->> a.text_name`;
  const units = Object.fromEntries(unitCodes.map((unit) => [unit, unitAfterNumber(unit)]));
  const unit = sql`coalesce(${JSON.stringify(units)}::jsonb ->> a.text_unit, '')`;
  const filled = [1, 2, 3].reduce(
    (text, at) => sql`replace(${text}, ${sql.lit(`{${at - 1}}`)}, ${numberOfText(at)})`,
    template,
  );
  return sql`coalesce(replace(${filled}, '{unit}', ${unit}), a.message)`;
}

/** A point as people call it. The lists of the old interface, which have no language, keep the field's name. */
export function pointNameOf({ language }: ReportScope, paramId: Fragment): Fragment {
  if (!language) return paramId;
  return inWords(pointWords(language), paramId);
}

/** Names of points by their ids. */
export const pointWords = (language: Language): Record<string, string> =>
  Object.fromEntries(namedPoints.map((id) => [id, pointName(language, id)]));

/** Words of all states, by `param_id/number`. */
export function stateWords(language: Language): Record<string, string> {
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

/** The word of a state as text; null for a value that is none. */
const stateWordOf = (language: Language, paramId: Fragment, value: Fragment): Fragment =>
  sql`${JSON.stringify(stateWords(language))}::jsonb ->> (${paramId} || '/' || floor(${value})::text)`;

/** A value of a point: a state in words, everything else a number. */
export function valueColumn(
  { language }: ReportScope,
  value: Fragment,
  paramId: Fragment = sql`r.param_id`,
): SourceColumn {
  const number = numberColumn(value);
  if (!language) return number;
  const word = stateWordOf(language, paramId, value);
  return { shown: sql`coalesce(to_jsonb(${word}), to_jsonb(${number.shown}))`, sortedBy: value };
}
