-- Since when a point's value is exactly the same. A gap in its values restarts it.
alter table latest add column changed_at timestamptz(3) not null default now();
create index latest_suspect on latest (point_id) where quality <> 0;

-- Unit of the numbers in an alarm's text; null: the text contains its units.
alter table alarms add column text_unit text;
-- Why the device was offline when the alarm was raised.
alter table alarms add column offline_reason text;

-- Since when a device is offline. A restart of its gateway does not change it. The gateway reports the reason.
alter table devices add column offline_since timestamptz(3);
alter table devices add column reported_reason text;
update devices set offline_since = state_since where state = 'offline';

-- Points that an edge sends but the site model does not contain.
create table unknown_points (
  edge_id int not null references edges,
  device text not null,
  point text not null,
  count bigint not null,
  last_at timestamptz(3) not null,
  primary key (edge_id, device, point)
);
