-- One-time codes of the set-up page: each process that serves the page has one. The set-up deletes them.
create table set_up_codes (
  process text primary key,
  code_sha256 bytea not null,
  expires_at timestamptz(3) not null
);
