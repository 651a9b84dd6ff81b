-- The battery of a UPS, as an administrator entered it. Without a row its install date is unknown.
create table ups_batteries (
  device_id int primary key references devices,
  installed_on date not null,
  rated_years real not null check (rated_years > 0)
);
