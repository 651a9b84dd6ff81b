-- Alarm settings of a campus (no location), and the limits of a building, floor or zone. Null: the default, or the limit of the place above.
-- Limits and deadband are in the unit of the alarm: °C, %RH, lux, ppm, minutes, W.
create table alarm_settings (
  campus_id int not null references campuses,
  location_id int references locations,
  alarm text not null check (alarm in ('temperature', 'humidity', 'lux', 'co2', 'overParked', 'wastage')),
  limit_min float8,
  limit_max float8,
  deadband float8,
  on_delay_seconds int,
  off_delay_seconds int,
  check (limit_min < limit_max),
  check (alarm not in ('temperature', 'humidity', 'lux') or (limit_min is null) = (limit_max is null)),
  check (location_id is null or limit_max is not null),
  unique nulls not distinct (campus_id, location_id, alarm)
);

insert into alarm_settings (campus_id, location_id, alarm, limit_min, limit_max, deadband, on_delay_seconds, off_delay_seconds)
select campus_id, location_id, alarm, limit_min, limit_max,
  (manner ->> 'deadband')::float8, (manner ->> 'on_delay_seconds')::int, (manner ->> 'off_delay_seconds')::int
from (
  select campus_limits.*, null::int as location_id, manners from campus_limits left join limit_manners using (campus_id)
  union all
  select campus_id, temperature_min_celsius, temperature_max_celsius, humidity_min_percent, humidity_max_percent, lux_min, lux_max,
    over_parked_minutes, wastage_watts, co2_max_ppm, location_id, null
  from location_limits
) old
cross join lateral (values
  ('temperature', temperature_min_celsius, temperature_max_celsius),
  ('humidity', humidity_min_percent, humidity_max_percent),
  ('lux', lux_min, lux_max),
  ('co2', null, co2_max_ppm),
  ('overParked', null, over_parked_minutes),
  ('wastage', null, wastage_watts)
) setting (alarm, limit_min, limit_max)
cross join lateral (select manners -> alarm as manner) own
where limit_max is not null;

drop table campus_limits, location_limits, limit_manners;
