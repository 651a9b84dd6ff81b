-- A device of an earlier scan that the newest scan reads again.
alter table found_devices add column is_due boolean not null default false;
