-- The server puts words into changes when they leave it, no longer the database.
drop function words_of_change(jsonb, jsonb);
