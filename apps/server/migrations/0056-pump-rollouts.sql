-- A command for many pumps that goes out in waves. The first group is wave 0.
create table pump_rollouts (
  id int generated always as identity primary key,
  campus_id int not null references campuses,
  created_by int not null references users,
  created_at timestamptz not null,
  value double precision not null,
  -- The pumps release the value then.
  until timestamptz not null,
  -- Null: all places.
  place text,
  failures_max_percent int not null,
  state text not null default 'running' check (state in ('running', 'stopped', 'done', 'undone')),
  -- Of one that is stopped; null when it stopped by itself.
  stopped_by int references users,
  -- Pumps that an undo did not reach.
  undo_refused int
);
create unique index pump_rollouts_one_running on pump_rollouts (campus_id) where state = 'running';

create table pump_rollout_members (
  rollout_id int not null references pump_rollouts on delete cascade,
  device_id int not null references devices,
  wave int not null,
  -- Null until its wave is sent.
  batch_id uuid references command_batches,
  -- A person's value that was in force before, and its end.
  earlier_value double precision,
  earlier_until timestamptz,
  primary key (rollout_id, device_id)
);
