-- Rollups of five minutes are written hour by hour, all points of an hour side by side: a week of one point lay on 168 pages. When a day is
-- over, its rows are written anew in the order of their points (docs/adr/0021). One row a UTC day since 1970, for good: a day is put
-- together once. `changed_at` is when one of its hours was last closed, `next_point_id` where to go on, null when all is done.
create table readings_days (
  day int primary key,
  changed_at timestamptz(3) not null default now(),
  next_point_id int default 0
);
-- What is stored already is put together too, little by little.
insert into readings_days (day) select distinct day from readings_1d;

-- What a day leaves behind is looked through by trends, page by page, until a vacuum has taken it out of the index: by default that
-- would be after a fifth of all history, and not at all when it is on few pages.
alter table readings_5m set (
  autovacuum_vacuum_scale_factor = 0.002, autovacuum_vacuum_threshold = 1000, vacuum_index_cleanup = on
);
