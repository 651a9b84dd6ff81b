-- The newest scan of a gateway for devices in the field.
create table scans (
  edge_id int primary key references edges on delete cascade,
  id uuid not null unique,
  protocol text not null,
  settings jsonb not null,
  -- waiting: the gateway has not got it yet; stopping: it has not confirmed the stop yet.
  state text not null check (state in ('waiting', 'running', 'stopping', 'done', 'stopped', 'failed')),
  asked int not null default 0,
  total int,
  why text,
  started_at timestamptz(3) not null
);

-- Devices that scans of a gateway have found, and those that did not answer. None of them is a device of the campus yet.
create table found_devices (
  edge_id int not null references edges on delete cascade,
  protocol text not null,
  key text not null,
  -- Null: it did not answer, and `silent_why` has the reason.
  content jsonb,
  silent_why text,
  found_at timestamptz(3) not null,
  primary key (edge_id, protocol, key)
);

-- A gateway that an administrator has removed. It keeps its row, so that past alarms and the audit have its name.
alter table edges add column removed_at timestamptz(3);
