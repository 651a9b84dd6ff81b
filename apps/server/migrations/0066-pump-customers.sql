-- A customer sees a pump from the day of the mapping on. Null: from its first reading on.
alter table pump_customers add column since timestamptz(3);

-- The latest mapping by an administrator. The mappings of the demo have no state before them.
update pump_customers m set since = (
  select date_trunc('day', max(a.at) at time zone c.time_zone) at time zone c.time_zone from audit a
  where a.action = 'map-pumps' and a.target = 'user:' || m.user_id and a.before is not null
    and a.after -> 'deviceIds' @> to_jsonb(m.device_id)
)
from devices d join campuses c on c.id = d.campus_id where d.id = m.device_id;

-- Mappings that have ended: a statement names the customers of its month.
create table past_pump_customers (
  device_id int not null references devices,
  user_id int not null references users,
  since timestamptz(3),
  until timestamptz(3) not null
);
create index on past_pump_customers (device_id);

-- Every customer has a record. Null: not entered yet, or no answer to the security question.
alter table customer_records
  alter column city drop not null,
  alter column state drop not null,
  alter column farm_size_hectare drop not null,
  alter column panels drop not null,
  alter column secret_hash drop not null;

-- The name of a deleted customer had the number of the account added.
insert into customer_records (user_id, deleted_at)
select id, case when username like '% (' || id || ')' then disabled_at end from users where role_id = 4
on conflict do nothing;
