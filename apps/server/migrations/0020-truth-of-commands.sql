alter table commands
  -- The priority in force when the command ended as `overridden`; the value in force is in read_back.
  add column winning_priority smallint,
  -- When another system replaced the written value, and by what; null: it released the slot.
  add column lost_at timestamptz(3),
  add column lost_value float8;
create index commands_lost on commands (override_until) where lost_at is not null;

-- Values of other systems at points, as the gateways last reported them. Without a row no foreign value overrides ours.
create table foreign_overrides (
  point_id int primary key references points,
  priority smallint not null check (priority between 1 and 16),
  value float8 not null,
  since timestamptz(3) not null
);
