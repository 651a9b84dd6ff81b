-- When the values of a batch are released. A batch whose writes were all rejected has no command that stores this.
alter table command_batches add column override_until timestamptz(3);
update command_batches as b set override_until = c.override_until
from commands as c where c.batch_id = b.id and c.override_until is not null;

-- From now on a command that was acknowledged and then superseded counts as in force for that time. For past commands this is unknown, and
-- most newer ones were verified.
update commands set released_at = ended_at
where state = 'superseded' and acknowledged_at is not null and released_at is null;
