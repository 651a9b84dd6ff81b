-- The schema from which all databases start. Later files change it.

-- PLACES AND PEOPLE

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

-- Places: campus > building > floor > zone > area. Each row stores its ancestors. An import of the site file keeps the names that
-- administrators have changed. `version` grows with each change.
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
  is_active boolean not null default true,
  is_renamed boolean not null default false,
  version int not null default 1,
  -- The floor whose plan the outline of the site file belongs to. It does not apply to the plan of another floor, to which an administrator
  -- may move the zone.
  plan_floor_id int references locations,
  unique (campus_id, key)
);
create index on locations (parent_id);

-- A place is in use while neither it nor any place above it is deactivated.
create function place_is_active(place int) returns boolean language sql stable as $$
  with recursive up as (
    select parent_id, is_active from locations where id = place
    union all
    select l.parent_id, l.is_active from locations l join up on l.id = up.parent_id
  )
  select bool_and(is_active) from up
$$;

-- The name of a place that no other of its kind on the campus has: with its floor (and zone) before it when the campus has
-- the name twice, and its building too where that is not enough.
create view place_labels as
  with places as (
    select l.id, l.campus_id, l.zone_type, l.name, case when b.id <> l.id then b.name end as building,
      concat_ws(', ', case when f.id <> l.id then f.name end, case when z.id <> l.id then z.name end, l.name) as name_with_floor
    from locations l left join locations b on b.id = l.building_id left join locations f on f.id = l.floor_id
      left join locations z on z.id = l.zone_id
  )
  select id as location_id, case when count(*) over (partition by campus_id, zone_type, name) = 1 then name
    when count(*) over (partition by campus_id, zone_type, name_with_floor) = 1 then name_with_floor
    else concat_ws(', ', building, name_with_floor) end as label
  from places;

create table users (
  id int generated always as identity primary key,
  campus_id int not null references campuses,
  building_id int not null references locations,
  username text not null,
  email text,
  password_hash text not null,
  role_id smallint not null check (role_id between 1 and 5),
  disabled_at timestamptz(3),
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
  end_reason text check (end_reason in ('logout', 'replaced', 'expired', 'password-changed', 'administrator'))
);
create unique index sessions_one_active on sessions (user_id) where ended_at is null;
create index on sessions (created_at desc);
-- Whether a user has logged in from an address before.
create index on sessions (user_id, address, created_at desc);
-- The check of a session also reads the user's previous login.
create index on sessions (user_id, created_at desc);

-- Wrong passwords by name and address. The name need not belong to a user, so that a lock does not reveal which names exist.
create table login_failures (
  -- In lower case.
  username text not null,
  -- An empty text counts the name for all addresses.
  address text not null,
  failures int not null,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  locked_until timestamptz(3),
  primary key (username, address)
);
create index on login_failures (last_at);

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
  after jsonb,
  -- Host name of the server process that wrote the event.
  server text not null default ''
);
create index on audit (campus_id, at desc);
create index on audit (campus_id, user_id, at desc);
do $$ begin execute format('revoke update, delete, truncate on audit from %I', current_user); end $$;

-- DEVICES

-- An edge holds an MQTT connection, devices are connected through an edge.
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
  -- Driver status as the gateway reports it.
  drivers jsonb,
  -- Offset of the clock from the server's, as of the last message.
  clock_offset_ms float8,
  -- The secret in the last imported site file. Null: no site file has had it, or the secret was renewed before this column existed.
  site_password_sha256 text
);

-- An import of the site file keeps what administrators have changed.
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
  missed_polls int,
  -- The air handling unit that supplies a VAV box.
  fed_by int references devices,
  -- Since when it is offline. A restart of its gateway does not change it. The gateway reports the reason.
  offline_since timestamptz(3),
  reported_reason text,
  is_active boolean not null default true,
  is_renamed boolean not null default false,
  is_moved boolean not null default false,
  version int not null default 1,
  -- A removed device keeps its history, and gives its address free.
  removed_at timestamptz(3),
  -- Where it is outdoors, WGS 84 degrees: the map of the fleet shows pumps there.
  latitude float8 check (latitude between -90 and 90),
  longitude float8 check (longitude between -180 and 180),
  -- The floor whose plan the position of the site file belongs to.
  plan_floor_id int references locations,
  -- The id of a deleted or re-addressed device in the site file. Null: its own id.
  site_ssid text,
  constraint devices_position_whole check ((latitude is null) = (longitude is null))
);
create index on devices (location_id);
create index on devices (fed_by) where fed_by is not null;
-- The place of an edge is that of its devices.
create index on devices (edge_id);

-- Types of equipment that a site adds to the built-in ones.
create table equipment_types (
  campus_id int not null references campuses (id),
  type text not null,
  definition jsonb not null,
  primary key (campus_id, type)
);

create table points (
  id int generated always as identity primary key,
  device_id int not null references devices,
  param_id text not null,
  unit text not null,
  kind text not null check (kind in ('reading', 'setpoint', 'command')),
  interval_ms int not null,
  min_value float8,
  max_value float8,
  -- A smaller change is not stored before the heartbeat.
  deadband float8 not null default 0,
  unique (device_id, param_id)
);

-- Points that an edge sends but the site model does not contain.
create table unknown_points (
  edge_id int not null references edges,
  device text not null,
  point text not null,
  count bigint not null,
  last_at timestamptz(3) not null,
  primary key (edge_id, device, point)
);

-- The battery of a UPS, as an administrator entered it. Without a row its install date is unknown.
create table ups_batteries (
  device_id int primary key references devices,
  installed_on date not null,
  rated_years real not null check (rated_years > 0)
);

-- READINGS

-- Readings in three stages (docs/adr/0012): as received, grouped by point, and whole hours. `hour` counts hours since 1970, `offsets` are
-- ms since its beginning. Quality: 0 good, 1 suspect; a null array means that all values are good. No query searches the arrays, so they
-- have no statistics: an analysis would unpack all values of thirty thousand rows, and plans would read the result from the disk.

-- One row per committed batch, in the order of arrival. The server moves its rows into readings_hot.
create table readings_journal (
  id bigint generated always as identity primary key,
  size int not null,
  stored_at timestamptz(3) not null default now(),
  point_ids int[] not null,
  at_ms bigint[] not null,
  values float8[] not null,
  qualities smallint[]
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 500, toast.autovacuum_vacuum_scale_factor = 0.05);
-- Numbers of a batch hardly compress, so compression would only cost time.
alter table readings_journal
  alter column point_ids set storage external, alter column at_ms set storage external,
  alter column values set storage external, alter column qualities set storage external,
  alter column point_ids set statistics 0, alter column at_ms set statistics 0,
  alter column values set statistics 0, alter column qualities set statistics 0;

-- Some values of one point and hour. `piece` is their first row in the journal. Values that an edge sent twice may be duplicates here; the
-- first counts. Hours alternate between two partitions, so that one can be truncated when its hour is closed.
create table readings_hot (
  point_id int not null,
  hour int not null,
  piece bigint not null,
  offsets int[] not null,
  values float8[] not null,
  qualities smallint[]
) partition by list ((hour % 2));
create table readings_hot_even partition of readings_hot for values in (0) with (autovacuum_vacuum_scale_factor = 0.05);
create table readings_hot_odd partition of readings_hot for values in (1) with (autovacuum_vacuum_scale_factor = 0.05);
create index on readings_hot (hour, point_id);
alter table readings_hot
  alter column offsets set statistics 0, alter column values set statistics 0, alter column qualities set statistics 0;

-- Hours that have rows in readings_hot.
create table readings_open_hours (
  hour int primary key,
  changed_at timestamptz(3) not null
) with (fillfactor = 50);

-- All values of one point and hour, ascending, one per instant. Trends of many hours are read from the index alone once a vacuum has marked
-- the pages as all-visible. Hours are only inserted: with the default setting a vacuum would run after a fifth of all history.
create table readings_chunk (
  point_id int not null,
  hour int not null,
  offsets int[] not null,
  values float8[] not null,
  qualities smallint[],
  primary key (point_id, hour)
) with (autovacuum_vacuum_insert_scale_factor = 0.01);
create index on readings_chunk using brin (hour) with (pages_per_range = 16);
alter table readings_chunk
  alter column offsets set statistics 0, alter column values set statistics 0, alter column qualities set statistics 0;

-- Rollups of the good values: 5 minutes as one row per hour, `slots` being 0 to 11. After the end of a day the server rewrites its rows in
-- the order of their points (docs/adr/0021). Trends read the old rows page by page until a vacuum removes them from the index; with the
-- default setting it would run after a fifth of all history, and never when they are on few pages.
create table readings_5m (
  point_id int not null,
  hour int not null,
  slots smallint[] not null,
  counts int[] not null,
  mins float8[] not null,
  maxs float8[] not null,
  sums float8[] not null,
  primary key (point_id, hour)
) with (autovacuum_vacuum_scale_factor = 0.002, autovacuum_vacuum_threshold = 1000, vacuum_index_cleanup = on);
create index on readings_5m using brin (hour) with (pages_per_range = 16);
alter table readings_5m
  alter column slots set statistics 0, alter column counts set statistics 0, alter column mins set statistics 0,
  alter column maxs set statistics 0, alter column sums set statistics 0;

create table readings_1h (
  point_id int not null,
  hour int not null,
  count int not null,
  min float8 not null,
  max float8 not null,
  sum float8 not null,
  primary key (point_id, hour) include (count, min, max, sum)
) with (autovacuum_vacuum_insert_scale_factor = 0.01);
create index on readings_1h using brin (hour) with (pages_per_range = 16);

-- `day` counts UTC days since 1970. The row is updated with each hour of the day. No column but the key is indexed, so that updates stay on
-- their page.
create table readings_1d (
  point_id int not null,
  day int not null,
  count int not null,
  min float8 not null,
  max float8 not null,
  sum float8 not null,
  primary key (point_id, day)
) with (fillfactor = 50);

-- The rewriting of days. `changed_at` is the time when one of its hours was last closed. `next_point_id` is where the work continues; null
-- when it is done.
create table readings_days (
  day int primary key,
  changed_at timestamptz(3) not null default now(),
  next_point_id int default 0
);

-- Readings of an edge with a wrong clock, with the time of their arrival. The other tables contain them as suspect values.
create table readings_misdated (
  point_id int not null,
  at timestamptz(3) not null,
  arrived_at timestamptz(3) not null,
  value float8 not null,
  primary key (point_id, at)
);
create index on readings_misdated (arrived_at);

-- A copy of values in the tables above. It needs no write-ahead log: the server rebuilds it after a crash of the database.
create unlogged table latest (
  point_id int primary key,
  at timestamptz(3) not null,
  value float8 not null,
  quality smallint not null,
  -- Since when the value is exactly the same. A gap restarts it.
  changed_at timestamptz(3) not null default now()
) with (fillfactor = 50);
create index latest_suspect on latest (point_id) where quality <> 0;
create unlogged table latest_is_whole (is_whole boolean primary key);

-- Every reading, for SQL queries by people. Instants that were sent twice may be duplicates until their hour is closed.
create view readings as
  select point_id, to_timestamp(hour * 3600.0 + o / 1000.0)::timestamptz(3) as at, v as value, coalesce(q, 0::smallint) as quality
  from readings_chunk, unnest(offsets, values, qualities) as u (o, v, q)
  union all
  select point_id, to_timestamp(hour * 3600.0 + o / 1000.0)::timestamptz(3), v, coalesce(q, 0::smallint)
  from readings_hot, unnest(offsets, values, qualities) as u (o, v, q)
  union all
  select p, to_timestamp(a / 1000.0)::timestamptz(3), v, coalesce(q, 0::smallint)
  from readings_journal, unnest(point_ids, at_ms, values, qualities) as u (p, a, v, q);

-- ALARMS

create table alarm_conditions (
  cause text primary key,
  since timestamptz(3) not null
);

-- The life cycle of an alarm according to ISA-18.2. Rows are never deleted. `cause` identifies the condition. A cause has at most one active
-- alarm.
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
  -- "Shelved now" is `restored_at is null and ignored_at is not null`; earlier shelvings are in alarm_events.
  ignored_at timestamptz(3),
  ignored_by int references users,
  is_critical boolean not null generated always as (code < 200) stored,
  -- The alarm that explains this one (e.g. the lost gateway of an offline device), or the head of its flood.
  explained_by int references alarms,
  ignored_reason text not null default '',
  -- Key of the message for translation. Null: the text of a device.
  text_name text,
  text_numbers float8[],
  -- A past alarm from an importer. It causes no notification.
  is_imported boolean not null default false,
  -- The values by which a fault rule raised the alarm: contract AlarmEvidence.
  evidence jsonb,
  ignored_until timestamptz(3),
  -- Unit of the numbers in the text; null: the text contains its units.
  text_unit text,
  -- Why the device was offline when the alarm was raised.
  offline_reason text,
  constraint alarms_shelved_until check (restored_at is not null or (ignored_at is null) = (ignored_until is null)),
  constraint alarms_critical_unshelved check (restored_at is not null or ignored_at is null or code >= 200)
);
create unique index alarms_one_active on alarms (cause) where restored_at is null;
create unique index alarms_imported on alarms (cause, raised_at) where is_imported;
create index on alarms (campus_id, raised_at desc);
-- For the alarm grids: active alarms, and critical ones that returned to normal without acknowledgement. Includes the searched columns, so
-- that the table is not read.
create index alarms_standing on alarms (campus_id, is_critical, raised_at desc, id desc) include (location_id, source_name, message)
  where explained_by is null and ignored_at is null and (restored_at is null or (acknowledged_at is null and code < 200));
-- Shelved alarms that have not returned to normal.
create index alarms_shelved on alarms (campus_id, is_critical, raised_at desc, id desc) include (location_id, source_name, message)
  where ignored_at is not null and restored_at is null;
-- Earlier alarms of a cause. A new alarm of the same cause explains them, and its acknowledgement covers them.
create index alarms_unacknowledged on alarms (cause)
  where restored_at is not null and ignored_at is null and acknowledged_at is null and code < 200;
create index alarms_raised on alarms (campus_id, is_critical, raised_at desc, id desc);
create index alarms_restored on alarms (campus_id, is_critical, restored_at desc) where restored_at is not null;
create index alarms_acknowledged on alarms (campus_id, acknowledged_at desc) where acknowledged_at is not null;
create index alarms_explained on alarms (explained_by) where explained_by is not null;
-- The alarms of one device, newest first.
create index alarms_of_device on alarms (device_id, raised_at desc, id desc) where device_id is not null;
-- The fleet counts the active alarms of each pump.
create index alarms_active_of_device on alarms (device_id) where restored_at is null;

create table alarm_events (
  id bigint generated always as identity primary key,
  alarm_id int not null references alarms,
  campus_id int not null references campuses,
  at timestamptz(3) not null,
  -- `unexplained`: it is independent again, because the alarm that explained it has ended first.
  kind text not null check (kind in ('raised', 'unexplained', 'returned', 'acknowledged', 'ignored', 'unshelved', 'shelving-expired',
    'repeated', 'notified')),
  user_id int references users,
  note text not null default ''
);
create index on alarm_events (alarm_id, id);
create index on alarm_events (campus_id, at desc, id desc);
-- The report of shelved alarms reads the history, which also contains ended shelvings.
create index alarm_events_ignored on alarm_events (campus_id, at desc, id desc) where kind = 'ignored';

-- Alarm settings of a campus (no location), and the limits of a building, floor or zone. Null: the default, or the limit of the place above.
-- Limits and deadband are in the unit of the alarm: °C, %RH, lux, ppm, minutes, W.
create table alarm_settings (
  campus_id int not null references campuses,
  location_id int references locations,
  alarm text not null check (alarm in ('temperature', 'humidity', 'lux', 'co2', 'overParked', 'wastage')),
  limit_min float8,
  limit_max float8,
  deadband float8,
  on_delay_seconds int,
  off_delay_seconds int,
  check (limit_min < limit_max),
  check (alarm not in ('temperature', 'humidity', 'lux') or (limit_min is null) = (limit_max is null)),
  check (location_id is null or limit_max is not null),
  unique nulls not distinct (campus_id, location_id, alarm)
);

-- Delays that an administrator sets for the alarms of a type that have a limit or state of their own. `alarm` is `TYPE/name`.
create table alarm_delays (
  campus_id int not null references campuses,
  alarm text not null,
  on_delay_seconds int not null check (on_delay_seconds >= 0),
  off_delay_seconds int not null check (off_delay_seconds >= 0),
  primary key (campus_id, alarm)
);

-- Notification settings of a user. Without a row: critical alarms in the browser, no e-mail.
create table notification_settings (
  user_id int primary key references users,
  by_mail text not null check (by_mail in ('none', 'critical', 'all')),
  in_browser text not null check (in_browser in ('none', 'critical', 'all')),
  -- Selected floors (location ids); null: all.
  floor_ids int[],
  -- Shortest time between two e-mails, minutes.
  digest_minutes int not null check (digest_minutes between 1 and 1440),
  language text not null default 'en' check (language in ('en', 'hi', 'kn'))
);
-- The last event that the user was notified of, and the time of the last e-mail. The server locks the row while it creates an e-mail, so
-- that only one server sends it.
create table notification_mails (
  user_id int primary key references users,
  told_event_id bigint not null,
  sent_at timestamptz(3)
);

-- Outgoing e-mails. Those that were sent, or permanently rejected, are kept for some time as a record. Mails about bookings also go to people
-- of coworking companies, who are no users.
create table mail_outbox (
  id bigint generated always as identity primary key,
  user_id int references users,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz(3) not null,
  attempts int not null default 0,
  next_try_at timestamptz(3) not null,
  sent_at timestamptz(3),
  given_up_at timestamptz(3),
  failure text,
  -- An entry for the person's calendar: a text of iCalendar with its method. Source: RFC 5545, RFC 6047.
  calendar text
);
create index mail_outbox_due on mail_outbox (next_try_at) where sent_at is null and given_up_at is null;
create index on mail_outbox (created_at);

-- COMMANDS

-- Batches of writes, with user and origin. A request with a known key returns its batch.
create table command_batches (
  id uuid primary key,
  campus_id int not null references campuses,
  user_id int references users,
  origin text not null check (origin in ('person', 'schedule', 'booking', 'api')),
  origin_name text,
  reason text,
  idempotency_key text,
  -- Hash of the request that used the key.
  content_sha256 bytea,
  -- Writes that were rejected, with the reasons.
  refused jsonb not null default '[]',
  created_at timestamptz(3) not null,
  -- When the values are released. A batch whose writes were all rejected has no command that stores this.
  override_until timestamptz(3),
  -- Commands of one series are attempts for one occurrence, or for one deviation.
  series_id uuid
);
create unique index command_batches_key on command_batches (campus_id, coalesce(user_id, 0), idempotency_key)
  where idempotency_key is not null;
create index on command_batches (series_id) where series_id is not null;

create table commands (
  id uuid primary key,
  point_id int not null references points,
  value float8,
  priority smallint not null check (priority between 7 and 16),
  state text not null
    check (state in ('accepted', 'queued', 'sent', 'acknowledged', 'verified', 'failed', 'expired', 'superseded')),
  failure text,
  read_back float8,
  user_id int references users,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  sent_at timestamptz(3),
  ended_at timestamptz(3),
  -- When the value is released. The gateway releases it.
  override_until timestamptz(3),
  batch_id uuid not null references command_batches,
  -- Position in the batch. Writes are sent in the order of the request.
  position int not null default 0,
  -- Value of the point before the command.
  before_value float8,
  acknowledged_at timestamptz(3),
  superseded_by uuid references commands,
  -- When the written value was no longer in force.
  released_at timestamptz(3),
  -- The priority in force when the command ended as `overridden`; the value in force is in read_back.
  winning_priority smallint,
  -- When another system replaced the written value, and by what; null: it released the slot.
  lost_at timestamptz(3),
  lost_value float8
);
create index commands_open on commands (point_id) where ended_at is null;
create index on commands (created_at desc);
create index commands_batch on commands (batch_id);
create index commands_of_point on commands (point_id, created_at desc);
create index commands_in_force on commands (point_id, priority)
  where state = 'verified' and released_at is null and value is not null;
create index commands_lost on commands (override_until) where lost_at is not null;

-- Values of other systems at points, as the gateways last reported them. Without a row no foreign value overrides ours.
create table foreign_overrides (
  point_id int primary key references points,
  priority smallint not null check (priority between 1 and 16),
  value float8 not null,
  since timestamptz(3) not null
);

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

-- Planned and past tests of the emergency lights of a floor, and of a UPS. A monthly one adds its next when it begins.
-- results: [{"ssid", "name", "result", "why", "at", "commandId"}], one a device; `result` is null while the test runs.
create table self_tests (
  id uuid primary key default gen_random_uuid(),
  campus_id int not null references campuses,
  floor_id int references locations,
  kind text not null check (kind in ('function', 'duration', 'general', 'battery')),
  planned_at timestamptz(3) not null,
  -- The first of a monthly series: the next ones have its day and time.
  first_at timestamptz(3) not null,
  is_monthly boolean not null,
  state text not null check (state in ('planned', 'running', 'done')),
  results jsonb not null default '[]',
  next_check_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  ssid text,
  check (num_nonnulls(floor_id, ssid) = 1)
);
create unique index self_tests_planned on self_tests (floor_id, planned_at) where state = 'planned';
create unique index on self_tests (ssid, planned_at) where state = 'planned';
create index on self_tests (next_check_at) where state in ('planned', 'running');
create index on self_tests (floor_id, planned_at desc);
create index on self_tests (ssid, planned_at desc);

-- PLANS OF FLOORS

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

-- BOOKINGS

-- Seats and rooms that people book. An import of the site file keeps what administrators have changed.
create table spaces (
  id int generated always as identity primary key,
  campus_id int not null references campuses,
  zone_id int not null references locations,
  key text not null,
  kind text not null check (kind in ('seat', 'room')),
  name text not null,
  seats int not null check (seats > 0),
  facilities text[] not null default '{}',
  position_x float8,
  position_y float8,
  is_active boolean not null default true,
  is_renamed boolean not null default false,
  is_moved boolean not null default false,
  version int not null default 1,
  -- The floor whose plan the position of the site file belongs to.
  plan_floor_id int references locations,
  -- Whether an administrator has set seats and facilities.
  is_equipped boolean not null default false,
  unique (campus_id, key)
);
create index on spaces (zone_id);

-- Where an administrator has placed seats and rooms on a floor's plan, in place of the position of the site file; null takes one off.
create table floor_plan_space_positions (
  space_id int primary key references spaces,
  floor_id int not null references locations,
  x float8,
  y float8,
  check ((x is null) = (y is null))
);
create index on floor_plan_space_positions (floor_id);

-- Where each seat and room is on the plan of its floor.
create view space_positions as
  select s.id as space_id,
    case when p.space_id is not null then p.x when s.plan_floor_id = z.floor_id then s.position_x end as x,
    case when p.space_id is not null then p.y when s.plan_floor_id = z.floor_id then s.position_y end as y
  from spaces s join locations z on z.id = s.zone_id
    left join floor_plan_space_positions p on p.space_id = s.id and p.floor_id = z.floor_id;

-- Companies that rent places, and their people; seats are booked for them. Source: product.md Bookings.
create table coworking_clients (
  id int generated always as identity primary key,
  campus_id int not null references campuses,
  name text not null
);
create unique index on coworking_clients (campus_id, lower(name));

create table coworking_users (
  id int generated always as identity primary key,
  campus_id int not null references campuses,
  client_id int not null references coworking_clients,
  -- The id that the company uses for the person.
  external_id text not null,
  name text not null,
  email text not null,
  contact_no text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- A deleted person stays for the bookings of the past. The next upload with the same id brings the person back.
  deleted_at timestamptz(3),
  unique (campus_id, external_id)
);
create index on coworking_users (client_id) where deleted_at is null;

-- A booking is for a user account, for a person of a coworking company, or for the name of a person in another calendar.
create table bookings (
  id int generated always as identity primary key,
  campus_id int not null references campuses,
  space_id int not null references spaces,
  reference text not null,
  booked_for int references users,
  booked_by int not null references users,
  title text not null default '',
  attendees int not null check (attendees > 0),
  from_at timestamptz(3) not null,
  to_at timestamptz(3) not null check (to_at > from_at),
  status text not null check (status in ('booked', 'checkedIn', 'completed', 'cancelled', 'released')),
  created_at timestamptz(3) not null,
  checked_in_at timestamptz(3),
  -- When it was cancelled or released, or was over.
  ended_at timestamptz(3),
  coworking_user_id int references coworking_users,
  -- Rises with each change, so that a calendar knows the newest. Source: RFC 5545 §3.8.7.4.
  sequence int not null default 0,
  outside_person text,
  -- The first booking of the repetition that a booking is of. A repetition of several seats is one for each seat.
  series_id int references bookings (id),
  unique (campus_id, reference),
  constraint bookings_one_person check (num_nonnulls(booked_for, coworking_user_id, outside_person) = 1),
  -- A range of one id makes the equality a part of the same index.
  constraint bookings_once exclude using gist (int4range(space_id, space_id, '[]') with &&, tstzrange(from_at, to_at) with &&)
    where (status in ('booked', 'checkedIn'))
);
create index on bookings (booked_for, from_at desc);
create index on bookings (to_at) where status in ('booked', 'checkedIn');
create index bookings_of_series on bookings (series_id, from_at) where series_id is not null;

-- People who want a space at a time at which it is taken.
create table waitlist (
  id int generated always as identity primary key,
  campus_id int not null references campuses,
  space_id int not null references spaces,
  user_id int not null references users,
  title text not null,
  attendees int not null check (attendees > 0),
  from_at timestamptz(3) not null,
  to_at timestamptz(3) not null check (to_at > from_at),
  created_at timestamptz(3) not null,
  -- The booking that the person got, and when the person has seen it.
  booking_id int references bookings,
  left_at timestamptz(3),
  seen_at timestamptz(3)
);
create index on waitlist (from_at) where booking_id is null and left_at is null;
-- Once for a person, space and start.
create unique index waitlist_once on waitlist (user_id, space_id, from_at) where booking_id is null and left_at is null;
create index waitlist_news on waitlist (user_id) where booking_id is not null and seen_at is null;

-- Calendars of rooms outside the product. A booking that was made there has the name of a person and no user.
create table room_calendars (
  space_id int primary key references spaces on delete cascade,
  campus_id int not null references campuses,
  kind text not null check (kind in ('ical', 'graph', 'google')),
  -- An address of a feed, a mailbox, or the id of a calendar.
  address text not null,
  connected_by int not null references users,
  next_sync_at timestamptz(3) not null,
  synced_at timestamptz(3),
  -- Why the last synchronisation failed, as a code; null when it did not.
  problem text
);
create index on room_calendars (next_sync_at);
-- Two rooms with one calendar would remove each other's entries. Addresses of mailboxes have no upper and lower case.
create unique index room_calendars_one_room on room_calendars (kind, (case kind when 'ical' then address else lower(address) end));

-- Entries that were made in the calendar of a room.
create table room_calendar_entries (
  space_id int not null references room_calendars on delete cascade,
  entry_id text not null,
  -- Null for an entry whose time the room has been booked for: a conflict.
  booking_id int references bookings,
  title text not null,
  organizer text not null,
  from_at timestamptz(3) not null,
  to_at timestamptz(3) not null,
  primary key (space_id, entry_id)
);
create index on room_calendar_entries (booking_id);

-- The address at which a person's calendar reads the own bookings.
create table booking_feeds (
  user_id int primary key references users,
  key_sha256 bytea not null unique,
  created_at timestamptz(3) not null
);

-- The address at which other calendars read the times of a room.
create table room_feeds (
  space_id int primary key references spaces on delete cascade,
  campus_id int not null references campuses,
  key_sha256 bytea not null unique,
  -- Whether it has the titles of bookings.
  has_titles boolean not null,
  created_at timestamptz(3) not null
);

-- The key with which the display at the door of a room reads its bookings.
create table room_displays (
  space_id int primary key references spaces on delete cascade,
  campus_id int not null references campuses,
  key_sha256 bytea not null,
  created_at timestamptz(3) not null
);

-- People report that the zone of their booked seat or room is too warm or too cold.
create table comfort_reports (
  id int generated always as identity primary key,
  campus_id int not null references campuses,
  user_id int not null references users,
  space_id int not null references spaces,
  zone_id int not null references locations,
  kind text not null check (kind in ('too-warm', 'too-cold')),
  created_at timestamptz(3) not null,
  closed_at timestamptz(3),
  closed_by int references users,
  outcome text check (outcome in ('setpoint-changed', 'unit-started', 'fault-reported', 'nothing-to-change')),
  note text not null default '',
  -- When the person has seen the outcome.
  seen_at timestamptz(3),
  check (num_nonnulls(closed_at, closed_by, outcome) in (0, 3))
);
create unique index comfort_reports_one_open on comfort_reports (user_id, zone_id) where closed_at is null;
create index on comfort_reports (zone_id, closed_at);
create index on comfort_reports (user_id, created_at desc);

-- SCHEDULES

-- Type 0 lighting, 1 air handling. Deleted schedules stay for the reports.
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
  -- Weekdays (Sunday is 0) on which it repeats, through a last day on the building's clock.
  repeat_weekdays int[],
  repeat_until date,
  -- The booking for which it prepares a room, and the start that the booking had. It gives way to schedules of people; a booking with another
  -- start needs another schedule.
  booking_id int references bookings,
  booking_from_at timestamptz(3),
  check (ends_at > starts_at),
  constraint schedules_check1 check ((repeat_weekdays is null) = (repeat_until is null))
);
create unique index schedules_title on schedules (building_id, type, lower(title)) where deleted_at is null;
create unique index schedules_once_for_booking on schedules (booking_id, type) where deleted_at is null;
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
  reason text check (reason in ('overruled', 'late', 'no-units', 'units-failed', 'replaced')),
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

-- The value that an occurrence writes to each unit; null releases the point. A unit is a point: a lighting controller has several channels.
create table occurrence_units (
  occurrence_id uuid not null references occurrences on delete cascade,
  device_id int not null references devices,
  value float8,
  -- The newest command; earlier ones have failed.
  command_id uuid references commands,
  -- Why the command was rejected.
  refusal text,
  param_id text not null,
  primary key (occurrence_id, device_id, param_id)
);
create index on occurrence_units (device_id);

-- Units whose point differs from the scheduled value.
create table schedule_deviations (
  device_id int not null references devices on delete cascade,
  series_id uuid not null default gen_random_uuid(),
  -- Null: no schedule applies, but a value of a schedule is still in force.
  wanted float8,
  -- Null while the unit sends no good value.
  since timestamptz(3),
  tries int not null default 0,
  -- A different reading from this time on causes the next command.
  next_try_at timestamptz(3) not null,
  param_id text not null,
  primary key (device_id, param_id)
);

-- ENERGY

-- What energy costs, and what the supplier has agreed to.
create table energy_settings (
  campus_id int primary key references campuses,
  contract_kilowatt float8 check (contract_kilowatt > 0),
  carbon_kilogram_per_kilowatt_hour float8 not null check (carbon_kilogram_per_kilowatt_hour >= 0)
);

-- A period lasts until the next begins.
create table tariff_periods (
  campus_id int not null references campuses,
  from_hour smallint not null check (from_hour between 0 and 23),
  name text not null,
  rupees_per_kilowatt_hour float8 not null check (rupees_per_kilowatt_hour >= 0),
  primary key (campus_id, from_hour)
);

-- SOLAR PUMPS

-- The pumps that a customer may see, from the day of the mapping on. Null: from its first reading on.
create table pump_customers (
  user_id int not null references users,
  device_id int not null references devices,
  since timestamptz(3),
  primary key (user_id, device_id)
);
create index on pump_customers (device_id);

-- Mappings that have ended: a statement names the customers of its month.
create table past_pump_customers (
  device_id int not null references devices,
  user_id int not null references users,
  since timestamptz(3),
  until timestamptz(3) not null
);
create index on past_pump_customers (device_id);

-- The plate of a solar pump.
create table pump_plates (
  device_id int primary key references devices,
  serial_number text not null,
  model_number text not null,
  manufacturing_site text not null,
  manufactured_on date not null,
  digital_board_serial_number text not null,
  dr_dc_board_serial_number text not null,
  power_board_serial_number text not null
);

-- The record of a pump customer, with the answer to the security question. Null: not entered yet, or no answer.
create table customer_records (
  user_id int primary key references users,
  city text,
  state text,
  farm_size_hectare int,
  panels int,
  secret_hash text,
  wrong_secrets int not null default 0,
  secret_locked_until timestamptz(3),
  deleted_at timestamptz(3)
);

-- Leave to set a new password, once, after the right answer to the security question.
create table password_tickets (
  ticket_sha256 bytea primary key,
  user_id int not null references users,
  issued_to int not null references users,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);

-- A command for many pumps that goes out in waves. The first group is wave 0.
create table pump_rollouts (
  id int generated always as identity primary key,
  campus_id int not null references campuses,
  created_by int not null references users,
  created_at timestamptz not null,
  value float8 not null,
  -- The pumps release the value then.
  until timestamptz not null,
  -- Null: all places.
  place text,
  failures_max_percent int not null,
  state text not null default 'running' check (state in ('running', 'stopped', 'done', 'undone')),
  -- Of one that is stopped; null when it stopped by itself.
  stopped_by int references users,
  -- Pumps that an undo did not reach.
  undo_refused int
);
create unique index pump_rollouts_one_running on pump_rollouts (campus_id) where state = 'running';

create table pump_rollout_members (
  rollout_id int not null references pump_rollouts on delete cascade,
  device_id int not null references devices,
  wave int not null,
  -- Null until its wave is sent.
  batch_id uuid references command_batches,
  -- A person's value that was in force before, and its end.
  earlier_value float8,
  earlier_until timestamptz,
  primary key (rollout_id, device_id)
);
