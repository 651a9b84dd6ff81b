-- The address at which other calendars read the times of a room.
create table room_feeds (
  space_id int primary key references spaces on delete cascade,
  campus_id int not null references campuses,
  key_sha256 bytea not null unique,
  -- Whether it has the titles of bookings.
  has_titles boolean not null,
  created_at timestamptz(3) not null
);
