-- The first hour of the points of a device behind a gateway: after it was added, and after its mapping changed.
create table first_hours (
  device_id int primary key references devices on delete cascade,
  changed_at timestamptz(3) not null,
  -- Null: the gateway has not got its present mapping yet, or the device has sent nothing since.
  began_at timestamptz(3),
  -- Null: the hour is over.
  next_at timestamptz(3)
);
create index on first_hours (next_at) where next_at is not null;

-- What the checks found at a device, or at a gateway.
create table first_hour_findings (
  id int generated always as identity primary key,
  device_id int references devices on delete cascade,
  edge_id int references edges on delete cascade,
  param_id text,
  rule text not null,
  evidence jsonb not null,
  found_at timestamptz(3) not null,
  dismissed_at timestamptz(3),
  corrected_at timestamptz(3),
  -- How the mapping was before its correction.
  undo jsonb,
  check ((device_id is null) <> (edge_id is null)),
  unique nulls not distinct (device_id, edge_id, param_id, rule)
);
create index on first_hour_findings (edge_id) where edge_id is not null;
