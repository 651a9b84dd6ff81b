-- The key with which the display at the door of a room reads its bookings.
create table room_displays (
  space_id int primary key references spaces on delete cascade,
  campus_id int not null references campuses,
  key_sha256 bytea not null,
  created_at timestamptz(3) not null
);

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
  -- The booking that the person got.
  booking_id int references bookings,
  left_at timestamptz(3)
);
create index on waitlist (from_at) where booking_id is null and left_at is null;
-- Once for a person, space and start.
create unique index waitlist_once on waitlist (user_id, space_id, from_at) where booking_id is null and left_at is null;
