-- Wrong passwords by name and address. The name need not belong to a user, so that a lock does not reveal which names exist.
create table login_failures (
  -- In lower case.
  username text not null,
  -- An empty text counts the name for all addresses.
  address text not null,
  failures int not null,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  locked_until timestamptz(3),
  primary key (username, address)
);
create index on login_failures (last_at);
alter table users drop column wrong_passwords, drop column locked_until;

alter table sessions drop constraint sessions_end_reason_check,
  add constraint sessions_end_reason_check
    check (end_reason in ('logout', 'replaced', 'expired', 'password-changed', 'administrator'));
-- Whether a user has logged in from an address before.
create index on sessions (user_id, address, created_at desc);
