-- Mails about bookings also go to people of coworking companies, and bring an entry for the person's calendar.
alter table mail_outbox
  alter column user_id drop not null,
  -- A text of iCalendar with its method. Source: RFC 5545, RFC 6047.
  add column calendar text;

-- Rises with each change, so that a calendar knows the newest. Source: RFC 5545 §3.8.7.4.
alter table bookings add column sequence int not null default 0;

-- The address at which a person's calendar reads the own bookings.
create table booking_feeds (
  user_id int primary key references users,
  key_sha256 bytea not null unique,
  created_at timestamptz(3) not null
);
