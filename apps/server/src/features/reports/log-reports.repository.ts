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
  createMessageFormatter,
  messageRank,
  storedMessage,
} from "./texts/alarm-messages.repository.ts";
import {
  categoryColumn,
  choiceColumn,
  codeColumn,
  containsText,
  everyPart,
  nameOrTextColumn,
  textsOf,
  codeTextContains,
  codeTextRank,
  SEPARATORS,
} from "./texts/coded-columns.repository.ts";
import { logEventTexts } from "./texts/event-texts.ts";
import { pointCode, pointTexts, valueColumn } from "./texts/point-texts.repository.ts";
import { progressColumn } from "./texts/progress-column.repository.ts";
import {
  commandStateTexts,
  criticalityTexts,
  nameTexts,
  occurrenceTexts,
  priorityTexts,
  stateCodeTexts,
} from "./texts/state-texts.ts";
import { unitSymbol } from "./texts/unit-symbols.repository.ts";

/** Prefix of the events of commands in the log; the state follows. */
const COMMAND = "command ";

/** A number that orders commands of the same instant. */
const tieOfId = sql`hashtextextended(c.id::text, 0)`;

function commands(scope: ReportScope, where: Fragment): Fragment {
  return sql`
    select ${tieOfId} as tie, c.created_at as at, d.name as device_name, d.type as category,
      ${pointCode(scope, sql`d.type`, sql`p.param_id`)} as param_id, c.value, p.unit,
      c.state, c.failure, null::text as reason, null::text as detail, null::jsonb as units, c.read_back, c.priority, u.username, b.reason as given_reason
    from commands as c join command_batches as b on b.id = c.batch_id
    join points as p on p.id = c.point_id
    join devices as d on d.id = p.device_id and d.campus_id = ${scope.campusId}
    left join users as u on u.id = c.user_id
    where ${inRange(sql`c.created_at`, scope)} and ${where}`;
}

const notified = msg`Notified {username}`;
const done = msg`{event} by {username}`;

/**
 * An event of an alarm or a command, its user or the notified user, and the alarm's message or the command's point. The lists of the legacy
 * API have no language. They contain the stored message of the alarm and the id of the point.
 */
function eventColumn(scope: ReportScope): SourceColumn {
  const { language: chosen } = scope;
  const language = chosen ?? "en";
  const [events, points] = [logEventTexts(language), chosen ? pointTexts(scope) : {}];
  const message = chosen ? createMessageFormatter(chosen) : (stored: unknown) => textsOf(stored)[0] ?? "";
  const eventBy = (event: string, username: string) =>
    translate(language, event === "notified" ? notified : done, { event: events[event] ?? event, username });
  return {
    shown: sql`jsonb_build_array(r.event, r.username, r.param_id, ${storedMessage})`,
    toText: (stored) => {
      const [event = "", username, paramId = ""] = textsOf(stored);
      const what = username === undefined ? (events[event] ?? event) : eventBy(event, username);
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
          return sql`(${codeTextContains(events, sql`r.event`, word)}
            or coalesce(${containsText(sql`r.username`, word)} or ${between} and r.username is not null, false)
            or case when starts_with(r.event, ${COMMAND}) then ${codeTextContains(points, sql`r.param_id`, word)}
              else ${messageContains(language, word)} end)`;
        },
        SEPARATORS,
      ),
    sortedBy: sql`jsonb_build_array(${codeTextRank(events, sql`r.event`)}, r.username, ${messageRank(language)}, ${codeTextRank(points, sql`r.param_id`)})`,
  };
}

/** The building's log: all events of alarms, and every command. */
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
  // A command is not an alarm, so the parts of an alarm message are null.
  const commandEvents = sql`
    select c.tie, c.at, c.device_name, c.category, null::text as criticality, ${COMMAND}::text || state as event, username,
      ${alarmParts}, c.value, unit, param_id
    from (${commands(scope, sql`true`)}) as c left join alarms as a on false left join alarms as h on false`;
  return {
    arms: [events, commandEvents],
    columns: {
      DeviceName: nameColumn(sql`r.device_name`),
      Category: categoryColumn(scope),
      Criticality: choiceColumn(scope, criticalityTexts, sql`r.criticality`),
      Key: eventColumn(scope),
      Value: valueColumn(scope, sql`r.value`),
      Unit: { shown: unitSymbol },
      ...whenColumns(scope),
    },
  };
}

const commandColumns = (scope: ReportScope) => ({
  DeviceName: nameColumn(sql`r.device_name`),
  Key: codeColumn(scope, () => pointTexts(scope), sql`r.param_id`),
  Value: valueColumn(scope, sql`r.value`),
  Unit: { shown: unitSymbol },
  State: progressColumn(scope, commandStateTexts),
  ReadBack: valueColumn(scope, sql`r.read_back`),
});

/** Commands of users with their progress and the value that was read back. */
export function userCommands(scope: ReportScope): ReportSource {
  return {
    arms: [commands(scope, sql`c.user_id is not null`)],
    columns: {
      ...commandColumns(scope),
      ...whenColumns(scope),
      Category: categoryColumn(scope),
      username: nameColumn(sql`r.username`),
      Reason: nameColumn(sql`r.given_reason`),
    },
  };
}

/** The units that did not follow occurrence `o`, each with the code of the reason. */
const failedUnits = sql`(select jsonb_agg(jsonb_build_array(d.name, coalesce(u.refusal, c.failure, c.state, '')) order by d.name)
  from occurrence_units as u join devices as d on d.id = u.device_id left join commands as c on c.id = u.command_id
  where u.occurrence_id = o.id and coalesce(c.state, '') not in ('verified', 'superseded') and c.failure is distinct from 'overridden')`;

/** The results of schedules of the air handling, in the columns of commands. The weekly default has no name. */
function occurrences(scope: ReportScope): Fragment {
  return sql`
    select hashtextextended(o.id::text, 0) as tie, o.at, nullif(o.name, '') as device_name, 'AHU' as category,
      'occurrence: ' || o.action as param_id, null::float8 as value, 'none' as unit, o.state, null::text as failure, o.reason,
      case when o.reason <> 'units-failed' then o.detail end as detail, case when o.reason = 'units-failed' then ${failedUnits} end as units,
      null::float8 as read_back, ${COMMAND_PRIORITY.schedule}::smallint as priority, null::text as username, null::text as given_reason
    from occurrences as o
    where o.campus_id = ${scope.campusId} and o.type = 1 and o.at <= ${scope.now} and ${inRange(sql`o.at`, scope)}`;
}

/** Occurrences of schedules of the air handling with their results, and commands to its units by schedules and users. */
export function ahuActivity(scope: ReportScope): ReportSource {
  return {
    arms: [commands(scope, sql`d.type = 'AHU'`), occurrences(scope)],
    columns: {
      ...commandColumns(scope),
      ...whenColumns(scope),
      State: progressColumn(scope, stateCodeTexts),
      DeviceName: nameOrTextColumn(
        sql`r.device_name`,
        nameTexts(scope.language ?? "en")[DEFAULT_SCHEDULE_NAME] ?? "",
      ),
      Key: codeColumn(
        scope,
        (language) => ({ ...pointTexts(scope), ...occurrenceTexts(language) }),
        sql`r.param_id`,
      ),
      Category: choiceColumn(scope, priorityTexts, sql`r.priority::text`),
      username: nameColumn(sql`r.username`),
    },
  };
}
