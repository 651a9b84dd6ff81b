-- The check of a session also reads the user's previous login.
create index on sessions (user_id, created_at desc);
