-- Driver status as the gateway reports it.
alter table edges add column drivers jsonb;

-- When the value of a command is released. The gateway releases it.
alter table commands add column override_until timestamptz(3);
