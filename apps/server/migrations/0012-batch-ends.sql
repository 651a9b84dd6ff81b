-- When what a batch writes is released: also of one whose every write was refused, which has no command to say it.
alter table command_batches add column override_until timestamptz(3);
update command_batches as b set override_until = c.override_until
from commands as c where c.batch_id = b.id and c.override_until is not null;

-- What was acknowledged and then superseded counts as standing from now on; of the past nobody knows, and newer ones were mostly verified.
update commands set released_at = ended_at
where state = 'superseded' and acknowledged_at is not null and released_at is null;
