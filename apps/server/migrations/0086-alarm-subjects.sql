-- Subject and rule of an alarm replace the text `cause`. The id of the subject is in the column of its kind. `rule` is the name of the
-- alarm; that of an event is its code.
create function pg_temp.subject_of(cause text, out kind text, out id int, out rule text) language sql as $$
  select
    case form
      when 'floor' then 'place' when 'building' then 'place'
      when 'disk' then 'campus' when 'server-clock' then 'campus'
      when 'event' then 'device-event' when 'event:edge' then 'edge-event'
      when 'group' then 'flood'
      else form
    end,
    number::int,
    case form when 'disk' then 'disk-nearly-full' when 'server-clock' then 'server-clock' when 'group' then 'flood' else name end
  from (
    select parts[1] as form, parts[2] as number, parts[3] as name from regexp_match(cause,
      '^(point|device|edge|floor|building|disk|server-clock|event|event:edge|group):(\d{1,9})(?::([a-z0-9-]+|\d+:\d+))?$') as parts
  ) as split
$$;

alter table alarms add column rule text, add column subject_kind text check (
  subject_kind in ('point', 'device', 'edge', 'place', 'campus', 'device-event', 'edge-event', 'flood'));
update alarms set subject_kind = (pg_temp.subject_of(cause)).kind, rule = (pg_temp.subject_of(cause)).rule;
alter table alarms add column subject_id int generated always as (
  case
    when subject_kind = 'point' then point_id
    when subject_kind in ('device', 'device-event') then device_id
    when subject_kind in ('edge', 'edge-event') then edge_id
    when subject_kind in ('place', 'flood') then location_id
    when subject_kind = 'campus' then campus_id
  end) stored;
-- An alarm of another form keeps its text as the rule, at its place.
update alarms set subject_kind = 'place', rule = cause
  where rule is null or subject_id is distinct from (pg_temp.subject_of(cause)).id;
alter table alarms
  alter column subject_kind set not null,
  alter column subject_id set not null,
  alter column rule set not null,
  drop column cause;
create unique index alarms_one_active on alarms (subject_kind, subject_id, rule) where restored_at is null and subject_kind <> 'flood';
create unique index alarms_imported on alarms (subject_kind, subject_id, rule, raised_at) where is_imported;
create index alarms_unacknowledged on alarms (subject_kind, subject_id, rule)
  where restored_at is not null and ignored_at is null and acknowledged_at is null and code < 200;

alter table alarm_conditions add column rule text, add column subject_id int, add column subject_kind text check (
  subject_kind in ('point', 'device', 'edge', 'place', 'campus'));
update alarm_conditions
  set subject_kind = (pg_temp.subject_of(cause)).kind, subject_id = (pg_temp.subject_of(cause)).id, rule = (pg_temp.subject_of(cause)).rule
  where (pg_temp.subject_of(cause)).kind not in ('device-event', 'edge-event', 'flood');
delete from alarm_conditions where rule is null;
alter table alarm_conditions drop column cause, add primary key (subject_kind, subject_id, rule);

drop function pg_temp.subject_of;
