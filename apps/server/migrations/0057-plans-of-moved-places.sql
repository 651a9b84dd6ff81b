-- The floor whose plan an outline or position of the site file belongs to. It does not apply to the plan of another floor, to which an
-- administrator may move the zone, seat, room or device.
alter table locations add column plan_floor_id int references locations;
alter table spaces add column plan_floor_id int references locations;
alter table devices add column plan_floor_id int references locations;
update locations set plan_floor_id = floor_id where outline is not null;
update spaces s set plan_floor_id = z.floor_id from locations z where z.id = s.zone_id and s.position_x is not null;
update devices d set plan_floor_id = l.floor_id from locations l where l.id = d.location_id and d.position_x is not null;
