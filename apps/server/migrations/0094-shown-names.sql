-- Whether colleagues see the name of a user on the booked seat: by the user's own choice only.
alter table users add column is_name_shown boolean not null default false;
