-- The address at which other calendars read the times of a room.
create table room_feeds (
  space_id int primary key references spaces on delete cascade,
  campus_id int not null references campuses,
  key_sha256 bytea not null unique,
  -- Whether it has the titles of bookings.
  has_titles boolean not null,
  created_at timestamptz(3) not null
);

-- When the person who reported it has seen the outcome.
alter table comfort_reports add column seen_at timestamptz(3);
update comfort_reports set seen_at = closed_at where closed_at is not null;
