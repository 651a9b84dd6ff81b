-- Commands of one series are attempts for one occurrence, or for one deviation.
alter table command_batches add column series_id uuid;
update command_batches set series_id = split_part(idempotency_key, '/', 1)::uuid
  where origin = 'schedule' and idempotency_key ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(/\d+)?$';
create index on command_batches (series_id) where series_id is not null;

-- Units whose on/off point differs from the scheduled value.
create table schedule_deviations (
  device_id int primary key references devices on delete cascade,
  series_id uuid not null default gen_random_uuid(),
  -- Null: no schedule applies, but a value of a schedule is still in force.
  wanted float8,
  -- Null while the unit sends no good value.
  since timestamptz(3),
  tries int not null default 0,
  -- A different reading from this time on causes the next command.
  next_try_at timestamptz(3) not null
);

alter table occurrences drop constraint occurrences_reason_check;
alter table occurrences add check (reason in ('overruled', 'late', 'no-units', 'units-failed', 'replaced'));

-- A code for the reason of the rejection. Each client translates it.
update occurrence_units set refusal = 'device-unreachable' where refusal = 'please connect to network';
update occurrences set detail = replace(detail, ': please connect to network', ': device-unreachable')
  where reason = 'units-failed';
