import { sql } from "kysely";

import { localTime } from "#core/local-time.ts";

import type { Fragment, ReportScope, SourceColumn } from "../report-rows.repository.ts";
import { createChangeFormatter, INSTANT } from "./changes-in-words.ts";
import {
  type CodeWords,
  codesOf,
  containsText,
  everyPart,
  textsOf,
  wordContains,
  wordRank,
} from "./coded-columns.repository.ts";
import { pointWords, stateWords, valueContains } from "./point-words.repository.ts";
import { changeWords } from "./report-field-words.ts";
import { actionWords } from "./report-words.ts";

/** An action, and its point if it has one. */
export function actionColumn(scope: ReportScope): SourceColumn {
  const [actions, points] = [actionWords(scope.language ?? "en"), pointWords(scope)];
  const [action, point] = [sql`r.action`, sql`r.param_id`];
  return {
    shown: sql`array[${action}, ${point}]`,
    inWords: (stored) => {
      const [done = "", paramId] = textsOf(stored);
      return `${actions[done] ?? done}${paramId === undefined ? "" : `: ${points[paramId] ?? paramId}`}`;
    },
    contains: (text) =>
      everyPart(
        text,
        (part) =>
          sql`(${wordContains(actions, action, part)} or coalesce(${wordContains(points, point, part)}, false))`,
      ),
    sortedBy: sql`jsonb_build_array(${wordRank(actions, action)}, ${wordRank(points, point)})`,
  };
}

const NEW_VALUE = sql`r.after ->> 'value'`;

/** The new value of a point; of other actions all changes. */
export function changeColumn(scope: ReportScope): SourceColumn {
  const { language = "en", timeZone } = scope;
  const states = stateWords(scope);
  const format = createChangeFormatter(language, timeZone, states);
  return {
    shown: sql`jsonb_build_array(r.action, r.param_id, r.after)`,
    inWords: (stored) => {
      const [action = "", paramId] = textsOf(stored);
      return format(action, paramId, Array.isArray(stored) ? stored[2] : undefined);
    },
    contains: (text) =>
      everyPart(
        text,
        (part) => sql`case when ${NEW_VALUE} is null then ${changesContain(scope, part)}
          else ${newValueContains(states, part)} end`,
      ),
    sortedBy: sql`coalesce(${NEW_VALUE}, r.after::text)`,
  };
}

/** Whether the new value of a point contains a part. */
function newValueContains(states: CodeWords, part: string): Fragment {
  const number = sql`case when jsonb_typeof(r.after -> 'value') = 'number' then floor((${NEW_VALUE})::float8)::text end`;
  return valueContains(states, sql`coalesce(r.param_id || '/' || ${number}, '')`, NEW_VALUE, part);
}

/** Whether a list by actions has a text under the row's action. */
const isIn = (lists: Fragment, text: Fragment) => sql`coalesce(${lists} -> r.action ? (${text}), false)`;

const someKey = (condition: Fragment) =>
  sql`exists (select from jsonb_path_query(r.after, '$.** ? (@.type() == "object").keyvalue().key') as k where ${condition})`;

/** Whether a field's name, a code's word or a value contains a part, at any depth. */
function changesContain({ language = "en", timeZone }: ReportScope, part: string): Fragment {
  const words = Object.entries(changeWords(language));
  const byAction = (codes: (words: ReturnType<typeof changeWords>[string]) => readonly string[]) => {
    const found = words.map(([action, own]) => [action, codes(own)] as const);
    return sql`${JSON.stringify(Object.fromEntries(found.filter(([, list]) => list.length > 0)))}::jsonb`;
  };
  const key = sql`k #>> '{}'`;
  const fields = byAction((own) => codesOf(own.fields, part));
  const allFields = byAction((own) => Object.keys(own.fields));
  const values = byAction((own) => codesOf(own.values, part));
  const allValues = byAction((own) => Object.keys(own.values));
  const instants = byAction((own) => own.instants);
  const entries = sql`jsonb_each(case when jsonb_typeof(r.after) = 'object' then r.after end)`;
  const local = localTime(sql`(e.value #>> '{}')::timestamptz`, timeZone);
  const instant = sql`(jsonb_typeof(e.value) = 'string' and ${isIn(instants, sql`e.key`)} and e.value #>> '{}' ~ ${INSTANT})`;
  // Most rows contain none of it; the text of the JSON excludes them soon.
  const escaped = JSON.stringify(part).slice(1, -1);
  const mayContain = containsText(sql`r.after::text`, escaped);
  const someValue = (condition: Fragment) =>
    sql`exists (select from ${entries} as e (key, value), jsonb_path_query(e.value,
        'strict $.** ? (@.type() != "object" && @.type() != "array")') as v
      where not ${instant} and ${condition})`;
  return sql`(jsonb_typeof(r.after) = 'object' and (
    (${fields} ? r.action and ${someKey(isIn(fields, key))})
    or (${values} ? r.action and ${someValue(isIn(values, sql`v::text`))})
    or (${instants} ? r.action and exists (select from ${entries} as e (key, value)
      where ${instant} and ${containsText(sql`to_char(${local}, 'YYYY-MM-DD HH24:MI')`, part)}))
    or (${mayContain} and (${someKey(sql`not ${isIn(allFields, key)} and ${containsText(key, part)}`)}
      or ${someValue(sql`not ${isIn(allValues, sql`v::text`)} and ${containsText(sql`v #>> '{}'`, part)}`)}))))`;
}
