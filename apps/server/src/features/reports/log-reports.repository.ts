import { COMMAND_PRIORITY } from "@verandah/contract/commands/commands.ts";
import { DEFAULT_SCHEDULE_NAME } from "@verandah/contract/schedules/schedule-days.ts";
import { msg } from "@verandah/texts/msg.ts";
import { translate } from "@verandah/texts/translate.ts";
import { sql } from "kysely";

import {
  type Fragment,
  inRange,
  type ReportScope,
  type ReportSource,
  type SourceColumn,
  whenColumns,
  nameColumn,
} from "./report-rows.repository.ts";
import {
  alarmParts,
  causeJoin,
  messageContains,
  messageInWords,
  messageRank,
  storedMessage,
} from "./words/alarm-words.repository.ts";
import {
  codeColumn,
  containsText,
  everyPart,
  nameOrWordColumn,
  textsOf,
  wordContains,
  wordRank,
  WORDS,
} from "./words/coded-columns.repository.ts";
import { pointCode, pointWords, valueColumn } from "./words/point-words.repository.ts";
import { progressColumn } from "./words/progress-column.repository.ts";
import { nameWords, occurrenceWords, priorityWords } from "./words/report-state-words.ts";
import { logEventWords } from "./words/report-words.ts";
import { unitSymbol } from "./words/unit-symbols.repository.ts";

/** Begins the events of commands in the log, with the state after it. */
const COMMAND = "command ";

/** Tells commands of one instant apart by a number, as the other rows are. */
const tieOfId = sql`hashtextextended(c.id::text, 0)`;

function commands(scope: ReportScope, where: Fragment): Fragment {
  return sql`
    select ${tieOfId} as tie, c.created_at as at, d.name as device_name, d.type as category,
      ${pointCode(scope, sql`d.type`, sql`p.param_id`)} as param_id, c.value, p.unit,
      c.state, c.failure, null::text as reason, null::text as detail, c.read_back, c.priority, u.username
    from commands as c
    join points as p on p.id = c.point_id
    join devices as d on d.id = p.device_id and d.campus_id = ${scope.campusId}
    left join users as u on u.id = c.user_id
    where ${inRange(sql`c.created_at`, scope)} and ${where}`;
}

const notified = msg`Notified {username}`;
const done = msg`{event} by {username}`;

/**
 * What happened to an alarm or a command, who did it or was notified, and the alarm's message or the command's point. The lists of the old
 * interface, which have no language, keep the record of the alarm and the field's name of the point.
 */
function eventColumn(scope: ReportScope): SourceColumn {
  const { language: chosen } = scope;
  const language = chosen ?? "en";
  const [events, points] = [logEventWords(language), chosen ? pointWords(scope) : {}];
  const message = chosen ? messageInWords(chosen) : (stored: unknown) => textsOf(stored)[0] ?? "";
  const said = (event: string, username: string) =>
    translate(language, event === "notified" ? notified : done, { event: events[event] ?? event, username });
  return {
    shown: sql`jsonb_build_array(r.event, r.username, r.param_id, ${storedMessage})`,
    inWords: (stored) => {
      const [event = "", username, paramId = ""] = textsOf(stored);
      const what = username === undefined ? (events[event] ?? event) : said(event, username);
      const of = event.startsWith(COMMAND)
        ? (points[paramId] ?? paramId)
        : message(Array.isArray(stored) ? stored[3] : []);
      return `${what}: ${of}`;
    },
    contains: (text) =>
      everyPart(
        text,
        (word) => {
          const between = [notified, done].some((one) =>
            translate(language, one, { event: "", username: "" }).toLowerCase().includes(word),
          );
          return sql`(${wordContains(events, sql`r.event`, word)}
            or coalesce(${containsText(sql`r.username`, word)} or ${between} and r.username is not null, false)
            or case when starts_with(r.event, ${COMMAND}) then ${wordContains(points, sql`r.param_id`, word)}
              else ${messageContains(language, word)} end)`;
        },
        WORDS,
      ),
    sortedBy: sql`jsonb_build_array(${wordRank(events, sql`r.event`)}, r.username, ${messageRank(language)}, ${wordRank(points, sql`r.param_id`)})`,
  };
}

/** The building's log: everything that happened to alarms, and every command. */
export function ibmsLog(scope: ReportScope): ReportSource {
  const events = sql`
    select ev.id as tie, ev.at, a.source_name as device_name, coalesce(d.type, upper(e.kind), '') as category,
      case when a.is_critical then 'Critical' else 'NonCritical' end as criticality,
      ev.kind as event, u.username, ${alarmParts}, a.value, p.unit,
      ${pointCode(scope, sql`d.type`, sql`p.param_id`)} as param_id
    from alarm_events as ev
    left join alarms as a on a.id = ev.alarm_id
    left join devices as d on d.id = a.device_id
    left join edges as e on e.id = a.edge_id
    left join points as p on p.id = a.point_id
    ${causeJoin}
    left join users as u on u.id = ev.user_id
    where ev.campus_id = ${scope.campusId} and ${inRange(sql`ev.at`, scope)}`;
  // A command is no alarm, so its parts of a message are null.
  const commandEvents = sql`
    select c.tie, c.at, c.device_name, c.category, null::text as criticality, ${COMMAND}::text || state as event, username,
      ${alarmParts}, c.value, unit, param_id
    from (${commands(scope, sql`true`)}) as c left join alarms as a on false left join alarms as h on false`;
  return {
    arms: [events, commandEvents],
    columns: {
      DeviceName: nameColumn(sql`r.device_name`),
      Category: { shown: sql`r.category` },
      Criticality: codeColumn(scope, nameWords, sql`r.criticality`),
      Key: eventColumn(scope),
      Value: valueColumn(scope, sql`r.value`),
      Unit: { shown: unitSymbol },
      ...whenColumns(scope),
    },
  };
}

const commandColumns = (scope: ReportScope) => ({
  DeviceName: nameColumn(sql`r.device_name`),
  Key: codeColumn(scope, () => pointWords(scope), sql`r.param_id`),
  Value: valueColumn(scope, sql`r.value`),
  Unit: { shown: unitSymbol },
  State: progressColumn(scope),
  ReadBack: valueColumn(scope, sql`r.read_back`),
});

/** What people ordered, how far it came and what the device read back. */
export function userCommands(scope: ReportScope): ReportSource {
  return {
    arms: [commands(scope, sql`c.user_id is not null`)],
    columns: {
      ...commandColumns(scope),
      ...whenColumns(scope),
      Category: { shown: sql`r.category` },
      username: nameColumn(sql`r.username`),
    },
  };
}

/** What became of what schedules of the air handling were to do, in the columns of commands. The weekly default has no name. */
function occurrences(scope: ReportScope): Fragment {
  return sql`
    select hashtextextended(o.id::text, 0) as tie, o.at, nullif(o.name, '') as device_name, 'AHU' as category,
      'occurrence: ' || o.action as param_id, null::float8 as value, 'none' as unit, o.state, null::text as failure, o.reason, o.detail,
      null::float8 as read_back, ${COMMAND_PRIORITY.schedule}::smallint as priority, null::text as username
    from occurrences as o
    where o.campus_id = ${scope.campusId} and o.type = 1 and o.at <= ${scope.now} and ${inRange(sql`o.at`, scope)}`;
}

/** What schedules of the air handling were to do and what became of it, and commands to its units, by schedules and by people. */
export function ahuActivity(scope: ReportScope): ReportSource {
  return {
    arms: [commands(scope, sql`d.type = 'AHU'`), occurrences(scope)],
    columns: {
      ...commandColumns(scope),
      ...whenColumns(scope),
      DeviceName: nameOrWordColumn(
        sql`r.device_name`,
        nameWords(scope.language ?? "en")[DEFAULT_SCHEDULE_NAME] ?? "",
      ),
      Key: codeColumn(
        scope,
        (language) => ({ ...pointWords(scope), ...occurrenceWords(language) }),
        sql`r.param_id`,
      ),
      Category: codeColumn(scope, priorityWords, sql`r.priority::text`),
      username: nameColumn(sql`r.username`),
    },
  };
}
