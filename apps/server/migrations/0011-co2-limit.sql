-- The limit of CO2, ppm: as it was before it could be set.
alter table campus_limits add column co2_max_ppm float8 not null default 1000;
alter table location_limits add column co2_max_ppm float8;
