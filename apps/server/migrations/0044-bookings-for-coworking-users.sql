-- A booking is for a user account, or for a person of a coworking company. Source: product.md Bookings.
alter table bookings
  alter column booked_for drop not null,
  add column coworking_user_id int references coworking_users,
  add constraint bookings_one_person check (num_nonnulls(booked_for, coworking_user_id) = 1);
