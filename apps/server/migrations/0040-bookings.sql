-- Seats and rooms that people book.
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
  unique (campus_id, key)
);
create index on spaces (zone_id);

create table bookings (
  id int generated always as identity primary key,
  campus_id int not null references campuses,
  space_id int not null references spaces,
  reference text not null,
  booked_for int not null references users,
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
  unique (campus_id, reference),
  -- A range of one id makes the equality a part of the same index.
  constraint bookings_once exclude using gist (int4range(space_id, space_id, '[]') with &&, tstzrange(from_at, to_at) with &&)
    where (status in ('booked', 'checkedIn'))
);
create index on bookings (booked_for, from_at desc);
create index on bookings (to_at) where status in ('booked', 'checkedIn');
