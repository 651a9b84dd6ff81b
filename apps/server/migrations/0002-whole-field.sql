-- How the drivers of a gateway fare, as it says itself.
alter table edges add column drivers jsonb;

-- When what a command wrote is released again; the gateway sees to it.
alter table commands add column override_until timestamptz(3);
