-- The life cycle of an alarm according to ISA-18.2. Rows are never deleted.
alter table alarms
  add column is_critical boolean not null generated always as (code < 200) stored,
  -- The alarm that explains this one (e.g. the lost gateway of an offline device), or the head of its flood.
  add column explained_by int references alarms,
  add column ignored_reason text not null default '';
-- For the alarm grids: active alarms, and critical ones that returned to normal without acknowledgement. Includes the searched columns, so
-- that the table is not read.
create index alarms_standing on alarms (campus_id, is_critical, raised_at desc, id desc) include (location_id, source_name, message)
  where explained_by is null and ignored_at is null and (restored_at is null or (acknowledged_at is null and code < 200));
-- Shelved alarms that have not returned to normal.
create index alarms_shelved on alarms (campus_id, is_critical, raised_at desc, id desc) include (location_id, source_name, message)
  where ignored_at is not null and restored_at is null;
-- Earlier alarms of a cause. A new alarm of the same cause explains them, and its acknowledgement covers them.
create index alarms_unacknowledged on alarms (cause)
  where restored_at is not null and ignored_at is null and acknowledged_at is null and code < 200;
create index alarms_raised on alarms (campus_id, is_critical, raised_at desc, id desc);
create index alarms_restored on alarms (campus_id, is_critical, restored_at desc) where restored_at is not null;
create index alarms_acknowledged on alarms (campus_id, acknowledged_at desc) where acknowledged_at is not null;
create index alarms_ignored on alarms (campus_id, ignored_at desc) where ignored_at is not null;
create index alarms_explained on alarms (explained_by) where explained_by is not null;

create table alarm_events (
  id bigint generated always as identity primary key,
  alarm_id int not null references alarms,
  campus_id int not null references campuses,
  at timestamptz(3) not null,
  kind text not null check (kind in ('raised', 'returned', 'acknowledged', 'ignored', 'repeated', 'notified')),
  user_id int references users,
  note text not null default ''
);
create index on alarm_events (alarm_id, id);
create index on alarm_events (campus_id, at desc, id desc);
insert into alarm_events (alarm_id, campus_id, at, kind)
  select id, campus_id, raised_at, 'raised' from alarms
  union all select id, campus_id, restored_at, 'returned' from alarms where restored_at is not null;

-- Host name of the server process that wrote the event.
alter table audit add column server text not null default '';
create index on audit (campus_id, user_id, at desc);
create index on commands (created_at desc);
create index on sessions (created_at desc);

-- Notification settings of a user. Without a row: critical alarms in the browser, no e-mail.
create table notification_settings (
  user_id int primary key references users,
  by_mail text not null check (by_mail in ('none', 'critical', 'all')),
  in_browser text not null check (in_browser in ('none', 'critical', 'all')),
  -- Selected floors (location ids); null: all.
  floor_ids int[],
  -- Shortest time between two e-mails, minutes.
  digest_minutes int not null check (digest_minutes between 1 and 1440)
);
-- The last event that the user was notified of, and the time of the last e-mail. The server locks the row while it creates an e-mail, so
-- that only one server sends it.
create table notification_mails (
  user_id int primary key references users,
  told_event_id bigint not null,
  sent_at timestamptz(3)
);

-- Power that a floor uses at night (standby, controls, its share of the chiller) is not waste.
alter table campus_limits alter column wastage_watts set default 3000;
update campus_limits set wastage_watts = 3000 where wastage_watts = 500;
