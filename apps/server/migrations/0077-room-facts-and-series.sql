-- Seats and facilities that an administrator has set stay when a site file is imported again.
alter table spaces add column is_equipped boolean not null default false;

-- The first booking of the repetition that a booking is of. A repetition of several seats is one for each seat.
alter table bookings add column series_id integer references bookings (id);
create index bookings_of_series on bookings (series_id, from_at) where series_id is not null;
