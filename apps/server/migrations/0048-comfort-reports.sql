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
  check (num_nonnulls(closed_at, closed_by, outcome) in (0, 3))
);
create unique index comfort_reports_one_open on comfort_reports (user_id, zone_id) where closed_at is null;
create index on comfort_reports (zone_id, closed_at);
create index on comfort_reports (user_id, created_at desc);
