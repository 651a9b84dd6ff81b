-- The check of a session also reads when its user logged in before.
create index on sessions (user_id, created_at desc);
