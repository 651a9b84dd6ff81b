-- Entries that the last reading of a calendar left out: the first ones, and the number of all.
alter table room_calendars
  add column skipped jsonb not null default '[]',
  add column skipped_count integer not null default 0;

-- Entries of one outside calendar can overlap, and each takes the room. The range of a booking from outside has only its own id, and that
-- of another booking has all ids, so only two bookings from outside can overlap.
alter table bookings
  drop constraint bookings_once,
  add constraint bookings_once exclude using gist (int4range(space_id, space_id, '[]') with &&, tstzrange(from_at, to_at) with &&,
    int4range(case when outside_person is not null then id end, case when outside_person is not null then id end, '[]') with &&)
    where (status in ('booked', 'checkedIn'));

-- The start for which a booking of a repetition was made; its entry in a person's calendar has this time as its name. Null for a repetition
-- that is older than this column: each of its bookings is an entry of its own.
alter table bookings add column series_from_at timestamptz(3);
