-- Companies that rent places, and their people; seats are booked for them. Source: product.md Bookings.
create table coworking_clients (
  id int generated always as identity primary key,
  campus_id int not null references campuses,
  name text not null
);
create unique index on coworking_clients (campus_id, lower(name));

create table coworking_users (
  id int generated always as identity primary key,
  campus_id int not null references campuses,
  client_id int not null references coworking_clients,
  -- The id that the company uses for the person.
  external_id text not null,
  name text not null,
  email text not null,
  contact_no text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- A deleted person stays for the bookings of the past. The next upload with the same id brings the person back.
  deleted_at timestamptz(3),
  unique (campus_id, external_id)
);
create index on coworking_users (client_id) where deleted_at is null;
