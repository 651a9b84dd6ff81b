-- A device of an earlier scan that the newest scan reads again.
alter table found_devices add column is_due boolean not null default false;

-- SHA-256 of the server's certificates that a gateway accepts, as it reports them. Null: it trusts authorities only.
alter table edges add column trusted_certificates text[];
