-- Outlines and positions that an administrator has drawn. They override those of the site file, which stay unchanged.
create table floor_plans (
  floor_id int primary key references locations,
  campus_id int not null references campuses,
  -- Version of the plan. It prevents two users from overwriting each other's changes.
  version int not null,
  drawing bytea,
  drawing_type text check (drawing_type in ('image/svg+xml', 'image/png')),
  -- Version of the plan since which the drawing is unchanged.
  drawing_version int not null default 0,
  changed_at timestamptz(3) not null,
  changed_by int not null references users,
  check ((drawing is null) = (drawing_type is null))
);

-- Null: removed from the plan.
create table floor_plan_outlines (
  zone_id int primary key references locations,
  floor_id int not null references locations,
  outline jsonb
);
create index on floor_plan_outlines (floor_id);

-- Applies while the device is on that floor. Nulls: removed from the plan.
create table floor_plan_positions (
  device_id int primary key references devices,
  floor_id int not null references locations,
  x float8,
  y float8,
  check ((x is null) = (y is null))
);
create index on floor_plan_positions (floor_id);
