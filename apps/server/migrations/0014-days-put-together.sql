-- Five-minute rollups are written hour by hour, with all points of an hour side by side, so a week of one point took 168 pages. After the
-- end of a day the server rewrites its rows in the order of their points (docs/adr/0021). This table has one row per UTC day since 1970.
-- `changed_at` is the time when one of its hours was last closed. `next_point_id` is where the work continues; null when it is done.
create table readings_days (
  day int primary key,
  changed_at timestamptz(3) not null default now(),
  next_point_id int default 0
);
-- Existing days are rewritten too, step by step.
insert into readings_days (day) select distinct day from readings_1d;

-- Trends read the old rows of a rewritten day page by page until a vacuum removes them from the index. With the default setting it would
-- run after a fifth of all history, and never when they are on few pages.
alter table readings_5m set (
  autovacuum_vacuum_scale_factor = 0.002, autovacuum_vacuum_threshold = 1000, vacuum_index_cleanup = on
);
