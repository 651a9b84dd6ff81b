-- Tests of the emergency lights of a floor, and of a UPS.
alter table emergency_tests rename to self_tests;
alter index emergency_tests_planned rename to self_tests_planned;
alter table self_tests
  alter column floor_id drop not null,
  add column ssid text,
  drop constraint emergency_tests_kind_check,
  add check (kind in ('function', 'duration', 'general', 'battery')),
  add check (num_nonnulls(floor_id, ssid) = 1);
create unique index on self_tests (ssid, planned_at) where state = 'planned';
create index on self_tests (ssid, planned_at desc);
