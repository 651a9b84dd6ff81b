-- Named states of the lights of a zone. members: [{"ssid", "suffix", "to"}]; `to` is a level in percent, or "auto".
create table light_scenes (
  id int generated always as identity primary key,
  campus_id int not null references campuses,
  zone_id int not null references locations,
  name text not null,
  members jsonb not null,
  created_at timestamptz(3) not null
);
create unique index light_scenes_name on light_scenes (zone_id, lower(name));

-- Planned and past tests of the emergency lights of a floor. A monthly one adds its next when it begins.
-- results: [{"ssid", "name", "result", "why", "at", "commandId"}], one a device; `result` is null while the test runs.
create table emergency_tests (
  id uuid primary key default gen_random_uuid(),
  campus_id int not null references campuses,
  floor_id int not null references locations,
  kind text not null check (kind in ('function', 'duration')),
  planned_at timestamptz(3) not null,
  -- The first of a monthly series: the next ones have its day and time.
  first_at timestamptz(3) not null,
  is_monthly boolean not null,
  state text not null check (state in ('planned', 'running', 'done')),
  results jsonb not null default '[]',
  next_check_at timestamptz(3) not null,
  created_at timestamptz(3) not null
);
create unique index emergency_tests_planned on emergency_tests (floor_id, planned_at) where state = 'planned';
create index on emergency_tests (next_check_at) where state in ('planned', 'running');
create index on emergency_tests (floor_id, planned_at desc);
