-- A unit that schedules switch is a point: a lighting controller has several channels.
alter table occurrence_units add column param_id text not null default 'ahu_on_off_sp';
alter table occurrence_units alter column param_id drop default, drop constraint occurrence_units_pkey,
  add primary key (occurrence_id, device_id, param_id);
alter table schedule_deviations add column param_id text not null default 'ahu_on_off_sp';
alter table schedule_deviations alter column param_id drop default, drop constraint schedule_deviations_pkey,
  add primary key (device_id, param_id);

-- Weekdays (Sunday is 0) on which a schedule repeats, through a last day on the building's clock.
alter table schedules add column repeat_weekdays int[], add column repeat_until date,
  add check ((repeat_weekdays is null) = (repeat_until is null));
