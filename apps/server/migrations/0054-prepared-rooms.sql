-- Schedules that prepare a room for a booking. They give way to schedules of people.
alter table schedules add column booking_id int references bookings;
create unique index schedules_once_for_booking on schedules (booking_id, type) where deleted_at is null;
