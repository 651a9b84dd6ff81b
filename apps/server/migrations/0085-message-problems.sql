-- Messages of an edge that the server could not use: one row for each edge and reason.
create table message_problems (
  edge_id int not null references edges,
  reason text not null,
  count bigint not null,
  since timestamptz(3) not null,
  last_at timestamptz(3) not null,
  -- The last message, shortened.
  last_message text not null,
  primary key (edge_id, reason)
);
