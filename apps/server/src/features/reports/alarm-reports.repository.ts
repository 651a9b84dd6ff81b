import { alarmTitles } from "@verandah/equipment/alarm-texts.ts";
import { sql } from "kysely";

import {
  dateAndTime,
  type Fragment,
  inRange,
  type ReportScope,
  type ReportSource,
  type SourceColumn,
  whenColumns,
  nameColumn,
} from "./report-rows.repository.ts";
import { alarmParts, causeJoin, messageColumn } from "./texts/alarm-messages.repository.ts";
import { categoryColumn, choiceColumn, codeColumn } from "./texts/coded-columns.repository.ts";
import { pointCode, valueColumn } from "./texts/point-texts.repository.ts";
import { criticalityTexts, shelvingTexts } from "./texts/state-texts.ts";
import { unitSymbol } from "./texts/unit-symbols.repository.ts";

const criticality = (scope: ReportScope, isCritical: Fragment): SourceColumn =>
  choiceColumn(
    scope,
    criticalityTexts,
    sql`(case when ${isCritical} then 'Critical' else 'NonCritical' end)`,
  );

const columnsOf = (scope: ReportScope) => ({
  DeviceName: nameColumn(sql`r.device_name`),
  Category: categoryColumn(scope),
  Criticality: criticality(scope, sql`r.is_critical`),
  Key: messageColumn(scope),
  Value: valueColumn(scope, sql`r.value`),
  Unit: { shown: unitSymbol },
  username: nameColumn(sql`r.username`),
});

const alarmJoins = sql`
    left join devices as d on d.id = a.device_id
    left join edges as e on e.id = a.edge_id
    left join points as p on p.id = a.point_id
    ${causeJoin}`;

/** Alarms of a campus at the instant `at`; with `user`, the user who handled them. */
function alarms(
  scope: ReportScope,
  at: Fragment,
  where: Fragment,
  user: Fragment = sql`null::int`,
): Fragment {
  return sql`
    select a.id as tie, ${at} as at, a.source_name as device_name, coalesce(d.type, upper(e.kind), '') as category,
      a.is_critical, ${alarmParts}, a.value, p.unit, ${pointCode(scope, sql`d.type`, sql`p.param_id`)} as param_id, a.raised_at, a.restored_at, u.username
    from alarms as a
    ${alarmJoins}
    left join users as u on u.id = ${user}
    where a.campus_id = ${scope.campusId} and ${inRange(at, scope)} and ${where}`;
}

const ofClass = (isCritical: boolean) => sql`a.is_critical = ${isCritical}`;

/** All alarms of a class, by the time they were raised. */
export function deviceAlarms(scope: ReportScope, isCritical: boolean): ReportSource {
  return {
    arms: [alarms(scope, sql`a.raised_at`, ofClass(isCritical))],
    columns: { ...columnsOf(scope), ...whenColumns(scope) },
  };
}

/** Alarms that returned to normal, by the time of their return. */
export function restoredAlarms(scope: ReportScope, isCritical: boolean): ReportSource {
  const triggered = dateAndTime(sql`r.raised_at`, scope);
  const measured = dateAndTime(sql`r.at`, scope);
  return {
    arms: [alarms(scope, sql`a.restored_at`, sql`a.restored_at is not null and ${ofClass(isCritical)}`)],
    columns: {
      ...columnsOf(scope),
      ...whenColumns(scope),
      triggered_date: triggered.date,
      triggered_time: triggered.time,
      measured_date: { ...measured.date, isChronological: true },
      measured_time: measured.time,
    },
  };
}

/** Number of alarms by device and title (or by message without the measured value), with the last time. Explained alarms are not counted. */
export function mostActiveAlarms(scope: ReportScope, isCritical: boolean): ReportSource {
  const columns = columnsOf(scope);
  // The lists of the legacy API have no language and count by message.
  const titles = Object.keys(scope.language ? alarmTitles(scope.language) : {});
  // Texts are looked up once per group, because there may be a million alarms.
  const arm = sql`
    select g.*, coalesce(d.type, upper(e.kind), '') as category
    from (
      select a.source_name as device_name, a.device_id, a.edge_id,
        case when a.text_name = any(${titles}::text[]) then a.text_name else split_part(a.message, ': ', 1) end as title,
        count(*)::int as count, max(a.raised_at) as at, max(a.id) as tie
      from alarms as a
      where a.campus_id = ${scope.campusId} and ${inRange(sql`a.raised_at`, scope)} and ${ofClass(isCritical)}
        and not exists (select from alarms as h where h.id = a.explained_by and h.code <> a.code)
      group by 1, 2, 3, 4
    ) as g
    left join devices as d on d.id = g.device_id
    left join edges as e on e.id = g.edge_id`;
  return {
    arms: [arm],
    isComputed: true,
    columns: {
      DeviceName: columns.DeviceName,
      Category: columns.Category,
      Criticality: criticality(scope, sql`${isCritical}::bool`),
      Key: codeColumn(scope, alarmTitles, sql`r.title`),
      Value: { shown: sql`r.count` },
      ...whenColumns(scope),
    },
  };
}

/** Acknowledged alarms by the time of the first acknowledgement. */
export function acknowledgedAlarms(scope: ReportScope): ReportSource {
  return {
    arms: [alarms(scope, sql`a.acknowledged_at`, sql`a.acknowledged_at is not null`, sql`a.acknowledged_by`)],
    columns: { ...columnsOf(scope), ...whenColumns(scope) },
  };
}

/** Every shelving of an alarm by a user, by its time. Includes alarms that were unshelved later. */
export function ignoredAlarms(scope: ReportScope): ReportSource {
  return {
    arms: [
      sql`
    select s.id as tie, s.at, a.source_name as device_name, coalesce(d.type, upper(e.kind), '') as category,
      a.is_critical, ${alarmParts}, a.value, p.unit, ${pointCode(scope, sql`d.type`, sql`p.param_id`)} as param_id, s.note as reason, u.username
    from alarm_events as s
    join alarms as a on a.id = s.alarm_id
    ${alarmJoins}
    left join users as u on u.id = s.user_id
    where s.campus_id = ${scope.campusId} and ${inRange(sql`s.at`, scope)} and s.kind = 'ignored'`,
    ],
    columns: {
      ...columnsOf(scope),
      Reason: codeColumn(scope, shelvingTexts, sql`r.reason`),
      ...whenColumns(scope),
    },
  };
}
