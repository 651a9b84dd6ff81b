-- Readings in three stages (docs/adr/0012): as received, grouped by point, and whole hours. `hour` counts hours since 1970, `offsets` are
-- ms since its beginning. Quality: 0 good, 1 suspect; a null array means that all values are good.

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
  alter column values set storage external, alter column qualities set storage external;

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

-- Hours that have rows in readings_hot.
create table readings_open_hours (
  hour int primary key,
  changed_at timestamptz(3) not null
) with (fillfactor = 50);

-- All values of one point and hour, ascending, one per instant.
create table readings_chunk (
  point_id int not null,
  hour int not null,
  offsets int[] not null,
  values float8[] not null,
  qualities smallint[],
  primary key (point_id, hour)
);
create index on readings_chunk using brin (hour) with (pages_per_range = 16);

-- Rollups of the good values: 5 minutes as one row per hour, `slots` being 0 to 11.
drop table readings_5m, readings_1h;
create table readings_5m (
  point_id int not null,
  hour int not null,
  slots smallint[] not null,
  counts int[] not null,
  mins float8[] not null,
  maxs float8[] not null,
  sums float8[] not null,
  primary key (point_id, hour)
);
create index on readings_5m using brin (hour) with (pages_per_range = 16);

create table readings_1h (
  point_id int not null,
  hour int not null,
  count int not null,
  min float8 not null,
  max float8 not null,
  sum float8 not null,
  primary key (point_id, hour) include (count, min, max, sum)
);
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
drop table latest;
create unlogged table latest (
  point_id int primary key,
  at timestamptz(3) not null,
  value float8 not null,
  quality smallint not null
) with (fillfactor = 50);
create unlogged table latest_is_whole (is_whole boolean primary key);

-- Moves values of day partitions into hours.
insert into readings_open_hours
  select distinct floor(extract(epoch from at) / 3600)::int, now() from readings;
insert into readings_hot
  select point_id, hour, 0, array_agg(offset_ms order by offset_ms), array_agg(value order by offset_ms),
    case when bool_or(quality <> 0) then array_agg(quality order by offset_ms) end
  from (
    select point_id, floor(extract(epoch from at) / 3600)::int as hour, value, quality,
      (extract(epoch from at) * 1000)::bigint % 3600000 as offset_ms
    from readings
  ) as r group by point_id, hour;
drop table readings;

-- Offset of an edge's clock from the server's, as of its last message.
alter table edges add column clock_offset_ms float8, drop column last_epoch, drop column last_seq;

-- A change within the deadband of a point is not stored before the heartbeat.
alter table points add column deadband float8 not null default 0;

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
