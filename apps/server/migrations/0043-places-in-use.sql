-- What administrators change in the campus tree. An import of the site file keeps their names and places. `version` grows with each change.
alter table locations
  add column is_active boolean not null default true,
  add column is_renamed boolean not null default false,
  add column version int not null default 1;
alter table spaces
  add column is_active boolean not null default true,
  add column is_renamed boolean not null default false,
  add column is_moved boolean not null default false,
  add column version int not null default 1;
alter table devices
  add column is_active boolean not null default true,
  add column is_renamed boolean not null default false,
  add column is_moved boolean not null default false,
  add column version int not null default 1;

-- A place is in use while neither it nor any place above it is deactivated.
create function place_is_active(place int) returns boolean language sql stable as $$
  with recursive up as (
    select parent_id, is_active from locations where id = place
    union all
    select l.parent_id, l.is_active from locations l join up on l.id = up.parent_id
  )
  select bool_and(is_active) from up
$$;
