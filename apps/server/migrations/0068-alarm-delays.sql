-- Delays that an administrator sets for the alarms of a type that have a limit or state of their own. `alarm` is `TYPE/name`.
create table alarm_delays (
  campus_id int not null references campuses,
  alarm text not null,
  on_delay_seconds int not null check (on_delay_seconds >= 0),
  off_delay_seconds int not null check (off_delay_seconds >= 0),
  primary key (campus_id, alarm)
);
