import { sql } from "kysely";

import { localTime } from "#core/local-time.ts";

import type { Fragment, ReportScope, SourceColumn } from "../report-rows.repository.ts";
import {
  type CodeTexts,
  codesOf,
  containsText,
  everyPart,
  textsOf,
  codeTextContains,
  codeTextRank,
} from "./coded-columns.repository.ts";
import { actionTexts } from "./event-texts.ts";
import { changeTexts } from "./field-texts.ts";
import { createChangeFormatter, INSTANT } from "./format-changes.ts";
import { pointTexts, stateTexts, valueContains } from "./point-texts.repository.ts";

/** A column with an action, and with its point if it has one. */
export function actionColumn(scope: ReportScope): SourceColumn {
  const [actions, points] = [actionTexts(scope.language ?? "en"), pointTexts(scope)];
  const [action, point] = [sql`r.action`, sql`r.param_id`];
  return {
    shown: sql`array[${action}, ${point}]`,
    toText: (stored) => {
      const [done = "", paramId] = textsOf(stored);
      return `${actions[done] ?? done}${paramId === undefined ? "" : `: ${points[paramId] ?? paramId}`}`;
    },
    contains: (text) =>
      everyPart(
        text,
        (part) =>
          sql`(${codeTextContains(actions, action, part)} or coalesce(${codeTextContains(points, point, part)}, false))`,
      ),
    sortedBy: sql`jsonb_build_array(${codeTextRank(actions, action)}, ${codeTextRank(points, point)})`,
  };
}

const NEW_VALUE = sql`r.after ->> 'value'`;

/** A column with the new value of a point, or with all changes of another action. */
export function changeColumn(scope: ReportScope): SourceColumn {
  const { language = "en", timeZone } = scope;
  const states = stateTexts(scope);
  const format = createChangeFormatter(language, timeZone, states);
  return {
    shown: sql`jsonb_build_array(r.action, r.param_id, r.after)`,
    toText: (stored) => {
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
function newValueContains(states: CodeTexts, part: string): Fragment {
  const number = sql`case when jsonb_typeof(r.after -> 'value') = 'number' then floor((${NEW_VALUE})::float8)::text end`;
  return valueContains(states, sql`coalesce(r.param_id || '/' || ${number}, '')`, NEW_VALUE, part);
}

/** Whether a list by action has a text for the row's action. */
const isIn = (lists: Fragment, text: Fragment) => sql`coalesce(${lists} -> r.action ? (${text}), false)`;

const someKey = (condition: Fragment) =>
  sql`exists (select from jsonb_path_query(r.after, '$.** ? (@.type() == "object").keyvalue().key') as k where ${condition})`;

/** Whether a field's name, a code's text or a value contains a part, at any depth. */
function changesContain({ language = "en", timeZone }: ReportScope, part: string): Fragment {
  const texts = Object.entries(changeTexts(language));
  const byAction = (codes: (texts: ReturnType<typeof changeTexts>[string]) => readonly string[]) => {
    const found = texts.map(([action, own]) => [action, codes(own)] as const);
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
  // Most rows do not contain the part. A check of the JSON text excludes them fast.
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
