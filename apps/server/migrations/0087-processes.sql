-- The running processes of the server. Each reports every second that it runs, by the clock of the database.
create table processes (
  id int generated always as identity primary key,
  -- The process has the same name after a restart, and so the same row, unless another process has deleted it meanwhile.
  name text not null unique,
  host text not null,
  roles text[] not null,
  started_at timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  -- Free space of the fullest disk that the process watches, %.
  disk_free_percent float8 not null
);

-- The process to which the edge is connected, and the number of this connection: one more with each login.
alter table edges
  add column process_id int references processes on delete set null,
  add column session int not null default 0;
create index edges_process on edges (process_id) where process_id is not null;

-- Up to which point the latest values are refilled after a crash of the database: one row.
create unlogged table latest_refilled (
  is_only boolean primary key default true,
  until_point_id int not null
);

-- After this time the mail is of no use.
alter table mail_outbox add column expires_at timestamptz(3);

-- Calls of a key, such as an address, in the present time window.
create unlogged table call_counts (
  key text primary key,
  count int not null,
  ends_at timestamptz(3) not null
);
create index on call_counts (ends_at);
