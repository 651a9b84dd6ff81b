-- The role of an account in each of its campuses. `users` has the role and the building of the campus that the account opened last, which is
-- that of its session. The first campus of an account manages its e-mail address, state and locks.
create table campus_roles (
  user_id int not null references users,
  campus_id int not null references campuses,
  role_id smallint not null check (role_id between 1 and 5),
  building_id int not null references locations,
  added_at timestamptz(3) not null default now(),
  primary key (user_id, campus_id)
);
create index on campus_roles (campus_id);
create index on campus_roles (building_id);
insert into campus_roles (user_id, campus_id, role_id, building_id, added_at)
  select id, campus_id, role_id, building_id, created_at from users;

-- A process of the version before writes only `users`.
create function keep_campus_role() returns trigger language plpgsql as $$
begin
  insert into campus_roles (user_id, campus_id, role_id, building_id) values (new.id, new.campus_id, new.role_id, new.building_id)
    on conflict (user_id, campus_id) do update set role_id = excluded.role_id, building_id = excluded.building_id
    where (campus_roles.role_id, campus_roles.building_id) is distinct from (excluded.role_id, excluded.building_id);
  return null;
end $$;
create trigger keep_campus_role after insert or update of campus_id, role_id, building_id on users
  for each row execute function keep_campus_role();

-- The campus of a session never changes: another campus is another session.
alter table sessions
  add column campus_id int references campuses,
  drop constraint sessions_end_reason_check,
  add constraint sessions_end_reason_check
    check (end_reason in ('logout', 'replaced', 'expired', 'password-changed', 'administrator', 'switched'));
update sessions set campus_id = users.campus_id from users where users.id = sessions.user_id;
create function set_session_campus() returns trigger language plpgsql as $$
begin
  new.campus_id := coalesce(new.campus_id, (select campus_id from users where id = new.user_id));
  return new;
end $$;
create trigger set_session_campus before insert on sessions for each row execute function set_session_campus();
