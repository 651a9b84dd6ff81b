-- An acceptance test of the points of a gateway, a place or a device. Names are kept as they were, because a finished test never changes.
create table point_tests (
  id uuid primary key default gen_random_uuid(),
  campus_id int not null references campuses,
  kind text not null check (kind in ('gateway', 'place', 'device')),
  -- The gateway, the place or the device.
  subject_id int not null,
  name text not null,
  started_by text not null,
  started_at timestamptz(3) not null,
  finished_by text,
  finished_at timestamptz(3)
);
create unique index point_tests_open on point_tests (kind, subject_id) where finished_at is null;
create index on point_tests (campus_id, started_at desc);

create table point_test_points (
  test_id uuid not null references point_tests,
  position int not null,
  device_id int not null references devices,
  ssid text not null,
  device_name text not null,
  device_type text not null,
  param_id text not null,
  unit text not null,
  is_output boolean not null,
  -- Null: not tested.
  result text check (result in ('passed', 'failed', 'skipped')),
  reference float8,
  tolerance float8,
  reading float8,
  read_at timestamptz(3),
  quality text check (quality in ('good', 'suspect', 'stale', 'missing')),
  tested_at timestamptz(3),
  tested_by text,
  note text,
  -- A JPEG without metadata.
  photo bytea,
  -- The commands that wrote the test values of an output.
  command_ids uuid[] not null default '{}',
  primary key (test_id, position)
);

-- Who tests a device now: one user at a time.
create table point_testers (
  device_id int primary key references devices,
  user_id int not null references users,
  name text not null,
  until timestamptz(3) not null
);
