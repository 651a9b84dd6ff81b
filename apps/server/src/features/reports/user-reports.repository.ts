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
    join users as u on u.id = s.user_id
    where s.campus_id = ${scope.campusId} and ${inRange(sql`s.created_at`, scope)}`;
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

/** Fewer than the default, because the names of the objects of actions are in seven tables. */
const SEARCHED_ACTIONS_MAX = 400_000;

/** The kinds of targets that are places of the tree. */
const placeKinds = ["place", "location", "building", "floor"];
/** The tables of the objects that changes name by their ids, by the fields with these ids. */
const tableOfField = {
  userId: "users",
  campusId: "campuses",
  building: "locations",
  buildings: "locations",
  buildingId: "locations",
  parent: "locations",
  floor_ids: "locations",
  space: "spaces",
  spaces: "spaces",
  deviceIds: "devices",
};
const ID = "^[0-9]{1,9}$";

/** The name of a user, which says that the account is deleted. */
const userName = (user: Fragment, record: Fragment, deleted: string) =>
  sql`${user}.username || case when ${record}.deleted_at is null then '' else ${`, ${deleted}`} end`;

/** The changes of an action with the names of users, places, spaces and devices in place of their ids. */
function namedChanges(deleted: string): Fragment {
  const nameOf = (id: Fragment) => sql`case when ${id}::text ~ ${ID} then to_jsonb(coalesce((
      select o.name from (
        select 'users' as place, u.id, ${userName(sql`u`, sql`c`, deleted)} as name
          from users as u left join customer_records as c on c.user_id = u.id
        union all select 'campuses', id, name from campuses
        union all select 'locations', id, name from locations
        union all select 'spaces', id, name from spaces
        union all select 'devices', id, name from devices
      ) as o where o.place = ${JSON.stringify(tableOfField)}::jsonb ->> f.key and o.id = ${id}::text::int
    ), ${id}::text || ${`, ${deleted}`})) else ${id} end`;
  return sql`case when au.after ?| ${Object.keys(tableOfField)}::text[] then au.after || (
    select jsonb_object_agg(f.key, case when jsonb_typeof(f.value) = 'array'
      then (select coalesce(jsonb_agg(${nameOf(sql`e.value`)} order by e.place), '[]')
        from jsonb_array_elements(f.value) with ordinality as e (value, place))
      else ${nameOf(sql`f.value`)} end)
    from jsonb_each(au.after) as f where f.key = any(${Object.keys(tableOfField)}::text[])
  ) else au.after end`;
}

/** Actions in a campus with user, server, and the name of their object if it has a name. */
export function activities(scope: ReportScope, who: "users" | "everyone"): ReportSource {
  const { system = "", deleted = "" } = nameTexts(scope.language ?? "en");
  const kind = sql`split_part(au.target, ':', 1)`;
  const idOf = (...kinds: string[]) =>
    sql`case when ${kind} = any(${kinds}::text[]) and split_part(au.target, ':', 2) ~ ${ID} then split_part(au.target, ':', 2)::int end`;
  const arm = sql`
    select au.id as tie, au.at, au.action, au.target, au.server, ${namedChanges(deleted)} as after, u.username,
      case when au.target like 'point:%/%' then ${pointCode(scope, sql`d.type`, POINT)} end as param_id,
      coalesce(d.name, ${userName(sql`tu`, sql`tr`, deleted)}, tc.name, ta.source_name, tl.name, ts.name,
        ${idOf("user", "space", ...placeKinds)} || ${`, ${deleted}`}, au.target) as device_name
    from audit as au
    left join users as u on u.id = au.user_id
    left join devices as d on d.ssid = case when ${kind} in ('point', 'device')
      then split_part(split_part(au.target, ':', 2), '/', 1) end
    left join users as tu on tu.id = ${idOf("user")}
    left join customer_records as tr on tr.user_id = tu.id
    left join campuses as tc on tc.id = ${idOf("campus")}
    left join alarms as ta on ta.id = ${idOf("alarm")}
    left join locations as tl on tl.id = ${idOf(...placeKinds)}
    left join spaces as ts on ts.id = ${idOf("space")}
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
