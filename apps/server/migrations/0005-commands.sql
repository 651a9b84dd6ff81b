-- Batches of writes, with user and origin. A request with a known key returns its batch.
create table command_batches (
  id uuid primary key,
  campus_id int not null references campuses,
  user_id int references users,
  origin text not null check (origin in ('person', 'schedule', 'booking', 'api')),
  origin_name text,
  reason text,
  idempotency_key text,
  -- Hash of the request that used the key.
  content_sha256 bytea,
  -- Writes that were rejected, with the reasons.
  refused jsonb not null default '[]',
  created_at timestamptz(3) not null
);
create unique index command_batches_key on command_batches (campus_id, coalesce(user_id, 0), idempotency_key)
  where idempotency_key is not null;

alter table commands
  add column batch_id uuid references command_batches,
  -- Position in the batch. Writes are sent in the order of the request.
  add column position int not null default 0,
  -- Value of the point before the command.
  add column before_value float8,
  add column acknowledged_at timestamptz(3),
  add column superseded_by uuid references commands,
  -- When the written value was no longer in force.
  add column released_at timestamptz(3);
insert into command_batches (id, campus_id, user_id, origin, created_at)
  select c.id, d.campus_id, c.user_id, case when c.priority = 16 then 'schedule' else 'person' end, c.created_at
  from commands as c join points as p on p.id = c.point_id join devices as d on d.id = p.device_id;
update commands set batch_id = id;
alter table commands alter column batch_id set not null;
-- Only the newest verified command at its priority can be in force, and only until its end.
update commands as c set released_at = coalesce(c.override_until, c.ended_at)
  where c.state = 'verified' and (
    c.override_until <= now() or exists (
      select from commands as n
      where n.point_id = c.point_id and n.priority = c.priority and n.state = 'verified' and n.created_at > c.created_at));

alter table commands drop constraint commands_state_check;
alter table commands add check
  (state in ('accepted', 'queued', 'sent', 'acknowledged', 'verified', 'failed', 'expired', 'superseded'));
create index commands_batch on commands (batch_id);
create index commands_of_point on commands (point_id, created_at desc);
create index commands_in_force on commands (point_id, priority)
  where state = 'verified' and released_at is null and value is not null;

-- The air handling unit that supplies a VAV box.
alter table devices add column fed_by int references devices;
create index on devices (fed_by) where fed_by is not null;
