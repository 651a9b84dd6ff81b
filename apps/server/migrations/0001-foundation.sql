-- Places: campus > building > floor > zone > area. Each row stores its ancestors.
create table campuses (
  id int generated always as identity primary key,
  key text not null unique,
  name text not null,
  city text not null,
  time_zone text not null,
  latitude float8 not null,
  longitude float8 not null,
  -- SHA-256 of the site description that was imported last.
  site_sha256 text
);

create table campus_limits (
  campus_id int primary key references campuses,
  temperature_min_celsius float8 not null default 20,
  temperature_max_celsius float8 not null default 28,
  humidity_min_percent float8 not null default 30,
  humidity_max_percent float8 not null default 70,
  lux_min float8 not null default 0,
  lux_max float8 not null default 1000,
  over_parked_minutes float8 not null default 600,
  wastage_watts float8 not null default 500
);

create table locations (
  id int generated always as identity primary key,
  uuid uuid not null unique default gen_random_uuid(),
  campus_id int not null references campuses,
  parent_id int references locations,
  key text not null,
  zone_type text not null check (zone_type ~ '^GL_LOCATION_TYPE_(CAMPUS|BUILDING|FLOOR|ZONE|AREA|ROOM|SEAT)$'),
  name text not null,
  floor_type text check (floor_type in ('wlms', 'parking')),
  building_id int references locations,
  floor_id int references locations,
  zone_id int references locations,
  outline jsonb,
  unique (campus_id, key)
);
create index on locations (parent_id);

-- Users.
create table users (
  id int generated always as identity primary key,
  campus_id int not null references campuses,
  building_id int not null references locations,
  username text not null,
  email text,
  password_hash text not null,
  role_id smallint not null check (role_id between 1 and 5),
  disabled_at timestamptz(3),
  wrong_passwords int not null default 0,
  locked_until timestamptz(3),
  last_login_at timestamptz(3),
  created_at timestamptz(3) not null
);
create unique index users_username on users (lower(username));

create table sessions (
  id uuid primary key,
  user_id int not null references users,
  is_guest boolean not null,
  address text not null,
  user_agent text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  end_reason text check (end_reason in ('logout', 'replaced', 'expired', 'password-changed'))
);
create unique index sessions_one_active on sessions (user_id) where ended_at is null;

create table password_resets (
  token_sha256 bytea primary key,
  user_id int not null references users,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);

create table server_secrets (
  name text primary key,
  value text not null
);

-- Field: an edge holds an MQTT connection, devices are connected through an edge.
create table edges (
  id int generated always as identity primary key,
  campus_id int not null references campuses,
  ssid text not null unique,
  name text not null,
  kind text not null check (kind in ('gateway', 'device', 'importer')),
  password_sha256 text not null,
  state text not null default 'unknown' check (state in ('unknown', 'online', 'offline')),
  state_since timestamptz(3),
  software text,
  outbox_pending int,
  outbox_dropped int,
  last_epoch text,
  last_seq bigint
);

create table devices (
  id int generated always as identity primary key,
  campus_id int not null references campuses,
  edge_id int not null references edges,
  location_id int not null references locations,
  ssid text not null unique,
  name text not null,
  type text not null,
  subsystem text not null,
  position_x float8,
  position_y float8,
  state text not null default 'unknown' check (state in ('unknown', 'online', 'offline')),
  state_since timestamptz(3),
  reported_state text check (reported_state in ('online', 'offline')),
  latency_ms float8,
  missed_polls int
);
create index on devices (location_id);

create table points (
  id int generated always as identity primary key,
  device_id int not null references devices,
  param_id text not null,
  unit text not null,
  kind text not null check (kind in ('reading', 'setpoint', 'command')),
  interval_ms int not null,
  min_value float8,
  max_value float8,
  unique (device_id, param_id)
);

-- Readings. Quality: 0 good, 1 suspect. The server creates a day partition when the first value of a day arrives.
create table readings (
  point_id int not null,
  at timestamptz(3) not null,
  value float8 not null,
  quality smallint not null,
  primary key (point_id, at)
) partition by range (at);

create table latest (
  point_id int primary key,
  at timestamptz(3) not null,
  value float8 not null,
  quality smallint not null
) with (fillfactor = 50);

create table readings_5m (
  point_id int not null,
  at timestamptz(3) not null,
  count int not null,
  min float8 not null,
  max float8 not null,
  sum float8 not null,
  primary key (point_id, at)
);

create table readings_1h (like readings_5m including all);

-- Alarms. `cause` identifies the condition. A cause has at most one active alarm.
create table alarm_conditions (
  cause text primary key,
  since timestamptz(3) not null
);

create table alarms (
  id int generated always as identity primary key,
  campus_id int not null references campuses,
  location_id int not null references locations,
  device_id int references devices,
  edge_id int references edges,
  point_id int references points,
  cause text not null,
  code smallint not null check (code between 100 and 299),
  message text not null,
  source_name text not null,
  value float8,
  limit_value float8,
  raised_at timestamptz(3) not null,
  restored_at timestamptz(3),
  acknowledged_at timestamptz(3),
  acknowledged_by int references users,
  ignored_at timestamptz(3),
  ignored_by int references users
);
create unique index alarms_one_active on alarms (cause) where restored_at is null;
create index on alarms (campus_id, raised_at desc);

-- Commands to the field.
create table commands (
  id uuid primary key,
  point_id int not null references points,
  value float8,
  priority smallint not null check (priority between 7 and 16),
  state text not null check (state in ('queued', 'sent', 'acknowledged', 'verified', 'failed', 'expired', 'superseded')),
  failure text,
  read_back float8,
  user_id int references users,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  sent_at timestamptz(3),
  ended_at timestamptz(3)
);
create index commands_open on commands (point_id) where ended_at is null;

-- Audit trail. The application's role may add and read rows, but not change them.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null,
  campus_id int references campuses,
  user_id int references users,
  session_id uuid,
  address text not null,
  action text not null,
  target text not null,
  before jsonb,
  after jsonb
);
create index on audit (campus_id, at desc);
do $$ begin execute format('revoke update, delete, truncate on audit from %I', current_user); end $$;
