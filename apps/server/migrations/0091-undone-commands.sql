-- The value of a person that a command replaced, with its end and reason. An undo of the command writes it again; without one it releases.
alter table commands add column earlier_value float8, add column earlier_until timestamptz(3), add column earlier_reason text;
