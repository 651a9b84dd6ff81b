-- Air handling units of a building with their own weekly times in place of the building's default. A unit is in at most one group.
create table unit_groups (
  id int generated always as identity primary key,
  campus_id int not null references campuses,
  building_id int not null references locations,
  name text not null,
  time_data jsonb not null,
  week_data int[] not null,
  -- The setpoint that its units hold outside the times; null: they are off.
  setback_celsius float8,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3)
);
create unique index on unit_groups (building_id, lower(name)) where deleted_at is null;

create table unit_group_members (
  device_id int primary key references devices on delete cascade,
  group_id int not null references unit_groups
);
create index on unit_group_members (group_id);

alter table recurring_schedules add column setback_celsius float8;

alter table occurrences drop constraint occurrences_kind_check, add constraint occurrences_kind_check
  check (kind in ('default', 'group', 'schedule', 'exception', 'holiday'));
alter table occurrences drop constraint occurrences_action_check, add constraint occurrences_action_check
  check (action in ('on', 'off', 'setback', 'end', 'change'));
