import { COMMAND_PRIORITY } from "@verandah/contract/commands/commands.ts";
import type { Language } from "@verandah/contract/language.ts";
import { DEFAULT_SCHEDULE_NAME } from "@verandah/contract/schedules/schedule-days.ts";
import { sql } from "kysely";

import { codeColumn, nameOrWordColumn } from "./coded-columns.repository.ts";
import { alarmMessageOf, inWords, pointNameOf, pointWords, valueColumn } from "./point-words.repository.ts";
import { progressColumn } from "./progress-column.repository.ts";
import {
  type Fragment,
  inRange,
  type ReportScope,
  type ReportSource,
  whenColumns,
  nameColumn,
} from "./report-rows.repository.ts";
import { nameWords, occurrenceWords } from "./report-state-words.ts";
import { logEventWords } from "./report-words.ts";
import { unitSymbol } from "./unit-symbols.repository.ts";

/** Tells commands of one instant apart by a number, as the other rows are. */
const tieOfId = sql`hashtextextended(c.id::text, 0)`;

function commands(scope: ReportScope, where: Fragment): Fragment {
  return sql`
    select ${tieOfId} as tie, c.created_at as at, d.name as device_name, d.type as category, p.param_id, c.value, p.unit,
      c.state, c.failure, null::text as reason, null::text as detail, c.read_back, c.priority, u.username
    from commands as c
    join points as p on p.id = c.point_id
    join devices as d on d.id = p.device_id and d.campus_id = ${scope.campusId}
    left join users as u on u.id = c.user_id
    where ${inRange(sql`c.created_at`, scope)} and ${where}`;
}

/** The recipient of an alarm's notification. */
const notified: Record<Language, [before: string, after: string]> = {
  en: ["Notified ", ""],
  hi: ["", " को सूचना दी गई"],
  kn: ["", " ಅವರಿಗೆ ಸೂಚನೆ ನೀಡಲಾಗಿದೆ"],
};

/** What happened to an alarm or a command, and who did it or was notified. */
function eventOf({ language = "en" }: ReportScope): Fragment {
  const [before, after] = notified[language];
  return sql`case when r.event = 'notified' and r.username is not null
    then ${before} || r.username || ${after} else ${wordOf(language)} end`;
}

function wordOf(language: Language): Fragment {
  const plain = sql`upper(left(r.event, 1)) || substr(r.event, 2)`;
  if (language === "en") return sql`${plain} || coalesce(' by ' || r.username, '')`;
  return sql`${inWords(logEventWords(language), sql`r.event`)} || coalesce(' (' || r.username || ')', '')`;
}

/** The building's log: everything that happened to alarms, and every command. */
export function ibmsLog(scope: ReportScope): ReportSource {
  const events = sql`
    select ev.id as tie, ev.at, a.source_name as device_name, coalesce(d.type, upper(e.kind), '') as category,
      case when a.is_critical then 'Critical' else 'NonCritical' end as criticality,
      ev.kind as event, u.username, ${alarmMessageOf(scope)} as message, a.value, p.unit, p.param_id
    from alarm_events as ev
    left join alarms as a on a.id = ev.alarm_id
    left join devices as d on d.id = a.device_id
    left join edges as e on e.id = a.edge_id
    left join points as p on p.id = a.point_id
    left join users as u on u.id = ev.user_id
    where ev.campus_id = ${scope.campusId} and ${inRange(sql`ev.at`, scope)}`;
  const orders = sql`
    select tie, at, device_name, category, null::text as criticality, 'command ' || state as event, username,
      ${pointNameOf(scope, sql`param_id`)} as message, value, unit, param_id
    from (${commands(scope, sql`true`)}) as c`;
  return {
    arms: [events, orders],
    columns: {
      DeviceName: nameColumn(sql`r.device_name`),
      Category: { shown: sql`r.category` },
      Criticality: codeColumn(scope, nameWords, sql`r.criticality`),
      Key: { shown: sql`${eventOf(scope)} || ': ' || r.message` },
      Value: valueColumn(scope, sql`r.value`),
      Unit: { shown: unitSymbol },
      ...whenColumns(scope),
    },
  };
}

const commandColumns = (scope: ReportScope) => ({
  DeviceName: nameColumn(sql`r.device_name`),
  Key: codeColumn(scope, pointWords, sql`r.param_id`),
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
        (language) => ({ ...pointWords(language), ...occurrenceWords(language) }),
        sql`r.param_id`,
      ),
      Category: codeColumn(
        scope,
        nameWords,
        sql`(case r.priority when ${sql.lit(COMMAND_PRIORITY.schedule)} then 'Schedule'
            when ${sql.lit(COMMAND_PRIORITY.person)} then 'Person' else 'Priority ' || r.priority end)`,
      ),
      username: nameColumn(sql`r.username`),
    },
  };
}
