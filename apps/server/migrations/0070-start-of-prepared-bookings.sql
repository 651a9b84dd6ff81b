-- The start of the booking for which a schedule was made: a booking with another start needs another schedule.
alter table schedules add column booking_from_at timestamptz(3);
update schedules s set booking_from_at = b.from_at from bookings b
  where b.id = s.booking_id and s.deleted_at is null and s.starts_at between b.from_at - interval '1 hour' and b.from_at;
