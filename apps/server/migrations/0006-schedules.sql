-- One-time schedules. Type 0 lighting, 1 air handling. Deleted schedules stay for the reports.
create table schedules (
  id int generated always as identity primary key,
  campus_id int not null references campuses,
  building_id int not null references locations,
  floor_id int not null references locations,
  zone_ids int[] not null,
  type smallint not null check (type in (0, 1)),
  title text not null,
  action smallint not null check (action between 0 and 2),
  intensity smallint not null check (intensity between 0 and 100),
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  created_by int references users,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  check (ends_at > starts_at)
);
create unique index schedules_title on schedules (building_id, type, lower(title)) where deleted_at is null;
create index on schedules (building_id, type, ends_at) where deleted_at is null;

-- The weekly default of a building: times of a day as [{"ON": "HH:mm", "OFF": "HH:mm"}], weekdays with Sunday as 0.
create table recurring_schedules (
  building_id int primary key references locations,
  time_data jsonb not null,
  week_data int[] not null,
  changed_at timestamptz(3) not null
);

-- Holidays and exceptions: days on which neither one-time schedules nor the default apply.
create table schedule_days (
  id int generated always as identity primary key,
  campus_id int not null references campuses,
  building_id int not null references locations,
  day date not null,
  kind text not null check (kind in ('holiday', 'exception')),
  name text not null,
  time_data jsonb not null,
  created_at timestamptz(3) not null,
  unique (building_id, day)
);

-- Until when a building's occurrences are planned. A transaction that changes its schedules or its plan locks the row.
create table schedule_plans (
  building_id int not null references locations,
  type smallint not null check (type in (0, 1)),
  planned_until timestamptz(3) not null,
  primary key (building_id, type)
);

create table occurrences (
  id uuid primary key default gen_random_uuid(),
  campus_id int not null references campuses,
  building_id int not null references locations,
  type smallint not null check (type in (0, 1)),
  kind text not null check (kind in ('default', 'schedule', 'exception', 'holiday')),
  -- Id of the schedule or day; 0 for the default.
  source_id int not null,
  name text not null,
  action text not null check (action in ('on', 'off', 'end', 'change')),
  at timestamptz(3) not null,
  state text not null check (state in ('planned', 'running', 'done', 'skipped', 'failed')),
  reason text check (reason in ('overruled', 'late', 'no-units', 'units-failed')),
  detail text not null default '',
  -- Number and time of the commands to its units.
  attempts int not null default 0,
  told_at timestamptz(3),
  next_look_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- Planning the same occurrence again adds no row.
  unique (building_id, type, kind, source_id, at, action)
);
create index occurrences_open on occurrences (next_look_at) where state in ('planned', 'running');
create index occurrences_planned on occurrences (building_id, type, at) where state = 'planned';
create index on occurrences (building_id, type, at);
create index on occurrences (campus_id, at desc, id desc) where type = 1;

-- The value that an occurrence writes to each unit; null releases the point.
create table occurrence_units (
  occurrence_id uuid not null references occurrences on delete cascade,
  device_id int not null references devices,
  value float8,
  -- The newest command; earlier ones have failed.
  command_id uuid references commands,
  -- Why the command was rejected.
  refusal text,
  primary key (occurrence_id, device_id)
);
create index on occurrence_units (device_id);
