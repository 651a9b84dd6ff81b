-- The point of the replaced value, where it is another one: a mode of a light replaces its level, and a level its mode.
alter table commands add column earlier_point_id int references points;
-- The values in force, which the home counts.
create index commands_held on commands (point_id, created_at desc) where released_at is null and value is not null;
