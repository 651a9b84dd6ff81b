-- Since when a point's value is the same to the last digit; a gap in its values starts it again.
alter table latest add column changed_at timestamptz(3) not null default now();
create index latest_suspect on latest (point_id) where quality <> 0;

-- The unit of the numbers in an alarm's text; null: the text names its units itself.
alter table alarms add column text_unit text;
-- Why the device did not answer when the alarm was raised.
alter table alarms add column offline_reason text;

-- Since when a device is offline: stays while its gateway restarts. The reason is the gateway's.
alter table devices add column offline_since timestamptz(3);
alter table devices add column reported_reason text;
update devices set offline_since = state_since where state = 'offline';

-- Points that an edge sends and the site model does not have.
create table unknown_points (
  edge_id int not null references edges,
  device text not null,
  point text not null,
  count bigint not null,
  last_at timestamptz(3) not null,
  primary key (edge_id, device, point)
);
