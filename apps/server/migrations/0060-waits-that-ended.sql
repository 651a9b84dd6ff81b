-- A wait now ends with a mail 15 minutes after its start. Those that ended before are over without one.
update waitlist set left_at = from_at where booking_id is null and left_at is null and from_at <= now();
