-- When the person has seen that the wait ended with a booking.
alter table waitlist add column seen_at timestamptz(3);
update waitlist set seen_at = now() where booking_id is not null;
create index waitlist_news on waitlist (user_id) where booking_id is not null and seen_at is null;
