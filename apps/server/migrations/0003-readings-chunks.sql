-- Readings in three states of rest (docs/adr/0012): as they came, gathered by point, and whole hours. `hour` counts hours since 1970,
-- `offsets` are ms since its beginning. Quality: 0 good, 1 suspect; an array that is null means that all are good.

-- One row a committed batch, in the order of arrival. Emptied into readings_hot.
create table readings_journal (
  id bigint generated always as identity primary key,
  size int not null,
  stored_at timestamptz(3) not null default now(),
  point_ids int[] not null,
  at_ms bigint[] not null,
  values float8[] not null,
  qualities smallint[]
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 500, toast.autovacuum_vacuum_scale_factor = 0.05);
-- Numbers of a batch hardly shrink: trying to would only cost time.
alter table readings_journal
  alter column point_ids set storage external, alter column at_ms set storage external,
  alter column values set storage external, alter column qualities set storage external;

-- Some values of one point and hour, `piece` being the journal's first row of them. What was sent twice may still be here twice: the
-- first counts. Hours take turns in two partitions, so that one can be emptied at a stroke when its hour is closed.
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

-- All values of one point and hour, ascending, each instant once.
create table readings_chunk (
  point_id int not null,
  hour int not null,
  offsets int[] not null,
  values float8[] not null,
  qualities smallint[],
  primary key (point_id, hour)
);
create index on readings_chunk using brin (hour) with (pages_per_range = 16);

-- Rollups of the good values: 5 minutes as one row an hour, `slots` being 0 to 11.
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

-- `day` counts UTC days since 1970. Written anew with each of its hours: no column but the key is indexed, so that this stays in place.
create table readings_1d (
  point_id int not null,
  day int not null,
  count int not null,
  min float8 not null,
  max float8 not null,
  sum float8 not null,
  primary key (point_id, day)
) with (fillfactor = 50);

-- Readings of an edge whose clock was wrong, with the time of their arrival. They are among the others too, as suspect.
create table readings_misdated (
  point_id int not null,
  at timestamptz(3) not null,
  arrived_at timestamptz(3) not null,
  value float8 not null,
  primary key (point_id, at)
);
create index on readings_misdated (arrived_at);

-- A copy of what the tables above hold: it needs no log, and is made anew when a crash of the database has emptied it.
drop table latest;
create unlogged table latest (
  point_id int primary key,
  at timestamptz(3) not null,
  value float8 not null,
  quality smallint not null
) with (fillfactor = 50);
create unlogged table latest_is_whole (is_whole boolean primary key);

-- What was stored in day partitions goes into hours.
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

-- How far an edge's clock is from ours, as of its last word.
alter table edges add column clock_offset_ms float8, drop column last_epoch, drop column last_seq;

-- A change within the dead-band of a point is not stored before its heartbeat.
alter table points add column deadband float8 not null default 0;

-- Every reading, for a person with an SQL prompt; instants that were sent twice may be here twice until their hour is closed.
create view readings as
  select point_id, to_timestamp(hour * 3600.0 + o / 1000.0)::timestamptz(3) as at, v as value, coalesce(q, 0::smallint) as quality
  from readings_chunk, unnest(offsets, values, qualities) as u (o, v, q)
  union all
  select point_id, to_timestamp(hour * 3600.0 + o / 1000.0)::timestamptz(3), v, coalesce(q, 0::smallint)
  from readings_hot, unnest(offsets, values, qualities) as u (o, v, q)
  union all
  select p, to_timestamp(a / 1000.0)::timestamptz(3), v, coalesce(q, 0::smallint)
  from readings_journal, unnest(point_ids, at_ms, values, qualities) as u (p, a, v, q);
