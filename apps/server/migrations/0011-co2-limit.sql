-- The CO2 limit, ppm. The default is the former fixed limit.
alter table campus_limits add column co2_max_ppm float8 not null default 1000;
alter table location_limits add column co2_max_ppm float8;
