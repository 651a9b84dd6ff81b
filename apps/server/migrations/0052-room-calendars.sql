-- Calendars of rooms outside the product. A booking that was made there has the name of a person and no user.
alter table bookings
  add column outside_person text,
  drop constraint bookings_one_person,
  add constraint bookings_one_person check (num_nonnulls(booked_for, coworking_user_id, outside_person) = 1);

create table room_calendars (
  space_id int primary key references spaces on delete cascade,
  campus_id int not null references campuses,
  kind text not null check (kind in ('ical', 'graph', 'google')),
  -- An address of a feed, a mailbox, or the id of a calendar.
  address text not null,
  connected_by int not null references users,
  next_sync_at timestamptz(3) not null,
  synced_at timestamptz(3),
  -- Why the last synchronisation failed, as a code; null when it did not.
  problem text
);
create index on room_calendars (next_sync_at);

-- Entries that were made in the calendar of a room.
create table room_calendar_entries (
  space_id int not null references room_calendars on delete cascade,
  entry_id text not null,
  -- Null for an entry whose time the room has been booked for: a conflict.
  booking_id int references bookings,
  title text not null,
  organizer text not null,
  from_at timestamptz(3) not null,
  to_at timestamptz(3) not null,
  primary key (space_id, entry_id)
);
create index on room_calendar_entries (booking_id);
