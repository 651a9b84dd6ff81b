-- An acknowledgement can be undone for a short time.
alter table alarm_events drop constraint alarm_events_kind_check, add constraint alarm_events_kind_check check (kind in
  ('raised', 'unexplained', 'returned', 'acknowledged', 'unacknowledged', 'ignored', 'unshelved', 'shelving-expired', 'repeated', 'notified'));
