-- Whether colleagues see the name of a user on the booked seat: by the user's own choice only.
alter table users add column is_name_shown boolean not null default false;
-- The people of an e-mail address, which may be many thousands on a campus.
create index on coworking_users (campus_id, lower(email)) where deleted_at is null;
