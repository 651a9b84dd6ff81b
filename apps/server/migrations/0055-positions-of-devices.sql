-- Where a device is outdoors, WGS 84 degrees: the map of the fleet shows pumps there.
alter table devices add column latitude double precision check (latitude between -90 and 90),
  add column longitude double precision check (longitude between -180 and 180),
  add constraint devices_position_whole check ((latitude is null) = (longitude is null));
