-- An alarm is independent again because the alarm that explained it has ended first.
alter table alarm_events drop constraint alarm_events_kind_check;
alter table alarm_events add constraint alarm_events_kind_check
  check (kind in ('raised', 'unexplained', 'returned', 'acknowledged', 'ignored', 'unshelved', 'shelving-expired', 'repeated', 'notified'));
