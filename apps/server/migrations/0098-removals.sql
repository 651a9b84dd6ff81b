-- What an administrator has removed. All places, seats, rooms and devices of one removal come back together.
create table removals (
  id int generated always as identity primary key,
  campus_id int not null references campuses,
  kind text not null check (kind in ('place', 'space', 'device')),
  -- The place, the seat or room, or the device that was chosen.
  item_id int not null,
  name text not null,
  removed_at timestamptz(3) not null,
  -- A user; without a reference, because users have a building, which has a removal.
  removed_by int not null,
  -- From when on the stored values of its devices are deleted; null: they are kept.
  delete_readings_at timestamptz(3),
  readings_deleted_at timestamptz(3),
  restored_at timestamptz(3)
);
create index on removals (campus_id, removed_at desc) where restored_at is null;
create index removals_readings on removals (delete_readings_at)
  where delete_readings_at is not null and readings_deleted_at is null and restored_at is null;

-- A removed item keeps its row: past alarms, readings, bookings and the audit still have its name.
alter table locations add column removed_at timestamptz(3), add column removal_id int references removals;
alter table spaces add column removed_at timestamptz(3), add column removal_id int references removals;
alter table devices add column removal_id int references removals;
-- A schedule whose zones are all removed.
alter table schedules add column removal_id int references removals;
create index on locations (removal_id) where removal_id is not null;
create index on spaces (removal_id) where removal_id is not null;
create index on devices (removal_id) where removal_id is not null;
create index on schedules (removal_id) where removal_id is not null;

-- A place is in use while neither it nor any place above it is deactivated or removed.
create or replace function place_is_active(place int) returns boolean language sql stable as $$
  with recursive up as (
    select parent_id, is_active and removed_at is null as is_active from locations where id = place
    union all
    select l.parent_id, l.is_active and l.removed_at is null from locations l join up on l.id = up.parent_id
  )
  select bool_and(is_active) from up
$$;

-- A new device in the place of a broken one. The newest row has the serial number of the present device.
create table device_replacements (
  id int generated always as identity primary key,
  device_id int not null references devices,
  at timestamptz(3) not null,
  replaced_by int not null references users,
  serial_number text not null,
  note text not null
);
create index on device_replacements (device_id, at desc);

-- A point of its type that a device does not have. Its values are kept, and shown nowhere.
alter table points add column hidden_at timestamptz(3);
