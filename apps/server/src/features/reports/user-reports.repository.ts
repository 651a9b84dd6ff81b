import { sql } from "kysely";

import {
  dateAndTime,
  type Fragment,
  inRange,
  type ReportScope,
  type ReportSource,
  whenColumns,
  nameColumn,
} from "./report-rows.repository.ts";
import { actionColumn, changeColumn } from "./texts/action-columns.repository.ts";
import { choiceColumn, nameOrTextColumn } from "./texts/coded-columns.repository.ts";
import { pointCode } from "./texts/point-texts.repository.ts";
import { nameTexts, sessionTexts } from "./texts/state-texts.ts";

/** Seconds as hours:minutes:seconds. The hours may exceed 24. */
const hoursMinutesSeconds = (seconds: Fragment) =>
  sql`lpad((${seconds} / 3600)::text, greatest(2, length((${seconds} / 3600)::text)), '0') || ':' ||
    lpad((${seconds} / 60 % 60)::text, 2, '0') || ':' || lpad((${seconds} % 60)::text, 2, '0')`;

/** Logins by user with time and duration; an open session counts up to now. Source: spec 2 §3 Report rows. */
export function logins(scope: ReportScope): ReportSource {
  const arm = sql`
    select hashtextextended(s.id::text, 0) as tie, s.created_at as at, u.username,
      coalesce(s.end_reason, case when s.expires_at <= ${scope.now}::timestamptz then 'expired' else 'active' end) as state,
      greatest(0, floor(extract(epoch from
        coalesce(s.ended_at, least(s.expires_at, ${scope.now}::timestamptz)) - s.created_at)))::int as active_seconds
    from sessions as s
    join users as u on u.id = s.user_id and u.campus_id = ${scope.campusId}
    where ${inRange(sql`s.created_at`, scope)}`;
  const { date, time } = dateAndTime(sql`r.at`, scope);
  return {
    arms: [arm],
    columns: {
      ...whenColumns(scope),
      LoginDate: { ...date, isChronological: true },
      Time: time,
      username: nameColumn(sql`r.username`),
      ActiveTime: { shown: hoursMinutesSeconds(sql`r.active_seconds`), sortedBy: sql`r.active_seconds` },
      ActiveTime_in_sec: { shown: sql`r.active_seconds` },
      Key: choiceColumn(scope, sessionTexts, sql`r.state`),
    },
  };
}

/** The id of the point of an action. */
const POINT = sql`substr(au.target, strpos(au.target, '/') + 1)`;

/** Fewer than the default, because the names of the objects of actions are in four tables. */
const SEARCHED_ACTIONS_MAX = 400_000;

/** Actions in a campus with user, server, and the name of their object if it has a name. */
export function activities(scope: ReportScope, who: "users" | "everyone"): ReportSource {
  const system = nameTexts(scope.language ?? "en")["system"] ?? "";
  const arm = sql`
    select au.id as tie, au.at, au.action, au.target, au.server, au.after, u.username,
      case when au.target like 'point:%/%' then ${pointCode(scope, sql`d.type`, POINT)} end as param_id,
      coalesce(d.name, tu.username, tc.name, ta.source_name, au.target) as device_name
    from audit as au
    left join users as u on u.id = au.user_id
    left join devices as d on d.ssid = case when split_part(au.target, ':', 1) in ('point', 'device')
      then split_part(split_part(au.target, ':', 2), '/', 1) end
    left join users as tu on 'user:' || tu.id = au.target
    left join campuses as tc on 'campus:' || tc.id = au.target
    left join alarms as ta
      on ta.id = case when au.target like 'alarm:%' and au.target ~ '^alarm:[0-9]{1,9}$' then substr(au.target, 7)::int end
    where au.campus_id = ${scope.campusId} and ${inRange(sql`au.at`, scope)}
      and ${who === "users" ? sql`au.user_id is not null` : sql`true`}`;
  return {
    arms: [arm],
    searchedRowsMax: SEARCHED_ACTIONS_MAX,
    columns: {
      ...whenColumns(scope),
      username: nameOrTextColumn(sql`r.username`, system),
      Server: { shown: sql`r.server` },
      DeviceName: nameColumn(sql`r.device_name`),
      Key: actionColumn(scope),
      Value: changeColumn(scope),
    },
  };
}
