-- What an administrator has drawn over the outlines and positions of the site file, which stay as they are beneath it.
create table floor_plans (
  floor_id int primary key references locations,
  campus_id int not null references campuses,
  -- Counts the changes, so that two people do not overwrite each other.
  version int not null,
  drawing bytea,
  drawing_type text check (drawing_type in ('image/svg+xml', 'image/png')),
  -- Since which change the drawing is this one.
  drawing_version int not null default 0,
  changed_at timestamptz(3) not null,
  changed_by int not null references users,
  check ((drawing is null) = (drawing_type is null))
);

-- Null: taken off the plan.
create table floor_plan_outlines (
  zone_id int primary key references locations,
  floor_id int not null references locations,
  outline jsonb
);
create index on floor_plan_outlines (floor_id);

-- Of use while the device is still on that floor. Nulls: taken off the plan.
create table floor_plan_positions (
  device_id int primary key references devices,
  floor_id int not null references locations,
  x float8,
  y float8,
  check ((x is null) = (y is null))
);
create index on floor_plan_positions (floor_id);
