-- The whole life of an alarm, after ISA-18.2. Nothing of it is ever deleted.
alter table alarms
  add column is_critical boolean not null generated always as (code < 200) stored,
  -- The alarm that explains this one (the lost gateway of a silent device), or heads the group that it came with in a flood.
  add column explained_by int references alarms,
  add column ignored_reason text not null default '';
-- What the grids show: active, or critical, returned and not acknowledged. What is searched is in it, so that the table need not be read.
create index alarms_standing on alarms (campus_id, is_critical, raised_at desc, id desc) include (location_id, source_name, message)
  where explained_by is null and ignored_at is null and (restored_at is null or (acknowledged_at is null and code < 200));
-- What was ignored and has not returned.
create index alarms_shelved on alarms (campus_id, is_critical, raised_at desc, id desc) include (location_id, source_name, message)
  where ignored_at is not null and restored_at is null;
-- What a new alarm of the same cause takes under itself, and what is acknowledged with it.
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

-- Which server process wrote it; its host's name.
alter table audit add column server text not null default '';
create index on audit (campus_id, user_id, at desc);
create index on commands (created_at desc);
create index on sessions (created_at desc);

-- What a user wants to be told. No row: critical alarms in the browser, no mail.
create table notification_settings (
  user_id int primary key references users,
  by_mail text not null check (by_mail in ('none', 'critical', 'all')),
  in_browser text not null check (in_browser in ('none', 'critical', 'all')),
  -- Floors (location ids) that matter; null: all.
  floor_ids int[],
  -- Mails come together at most this often, minutes.
  digest_minutes int not null check (digest_minutes between 1 and 1440)
);
-- Up to which event a user was told, and when by a mail; held while one is made, so that several servers send one.
create table notification_mails (
  user_id int primary key references users,
  told_event_id bigint not null,
  sent_at timestamptz(3)
);

-- What a floor draws at night (standby, controls, its share of the chiller) is no waste yet.
alter table campus_limits alter column wastage_watts set default 3000;
update campus_limits set wastage_watts = 3000 where wastage_watts = 500;
