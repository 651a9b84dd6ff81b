-- The pumps that a customer may see.
create table pump_customers (
  user_id int not null references users,
  device_id int not null references devices,
  primary key (user_id, device_id)
);
create index on pump_customers (device_id);

-- Shelving ends automatically. "Shelved now" is `restored_at is null and ignored_at is not null`; earlier shelvings are in alarm_events.
alter table alarms add column ignored_until timestamptz(3);
alter table alarm_events drop constraint alarm_events_kind_check;
alter table alarm_events add constraint alarm_events_kind_check
  check (kind in ('raised', 'returned', 'acknowledged', 'ignored', 'unshelved', 'shelving-expired', 'repeated', 'notified'));
-- Critical alarms cannot be shelved. Shelved ones become active again.
with unshelved as (
  update alarms set ignored_at = null, ignored_by = null, ignored_reason = ''
  where is_critical and ignored_at is not null and restored_at is null
  returning id, campus_id
)
insert into alarm_events (alarm_id, campus_id, at, kind) select id, campus_id, now(), 'unshelved' from unshelved order by id;
-- Other shelvings had no end. They get the longest one, so that they do not all end during one shift.
update alarms set ignored_until = now() + interval '7 days' where ignored_at is not null and restored_at is null;
alter table alarms
  add constraint alarms_shelved_until check (restored_at is not null or (ignored_at is null) = (ignored_until is null)),
  add constraint alarms_critical_unshelved check (restored_at is not null or ignored_at is null or code >= 200);

-- The report of shelved alarms reads the history, which also contains ended shelvings.
drop index alarms_ignored;
create index alarm_events_ignored on alarm_events (campus_id, at desc, id desc) where kind = 'ignored';
