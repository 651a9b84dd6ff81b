-- Where an administrator has placed seats and rooms on a floor's plan, in place of the position of the site file; null takes one off.
create table floor_plan_space_positions (
  space_id int primary key references spaces,
  floor_id int not null references locations,
  x float8,
  y float8,
  check ((x is null) = (y is null))
);
create index on floor_plan_space_positions (floor_id);

-- Where each seat and room is on the plan of its floor.
create view space_positions as
  select s.id as space_id,
    case when p.space_id is not null then p.x when s.plan_floor_id = z.floor_id then s.position_x end as x,
    case when p.space_id is not null then p.y when s.plan_floor_id = z.floor_id then s.position_y end as y
  from spaces s join locations z on z.id = s.zone_id
    left join floor_plan_space_positions p on p.space_id = s.id and p.floor_id = z.floor_id;
