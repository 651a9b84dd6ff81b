-- A removed device keeps its history, and gives its address free.
alter table devices add column removed_at timestamptz(3);

-- The plate of a solar pump.
create table pump_plates (
  device_id int primary key references devices,
  serial_number text not null,
  model_number text not null,
  manufacturing_site text not null,
  manufactured_on date not null,
  digital_board_serial_number text not null,
  dr_dc_board_serial_number text not null,
  power_board_serial_number text not null
);

-- The record of a pump customer, with the answer to the security question.
create table customer_records (
  user_id int primary key references users,
  city text not null,
  state text not null,
  farm_size_hectare int not null,
  panels int not null,
  secret_hash text not null,
  wrong_secrets int not null default 0,
  secret_locked_until timestamptz(3),
  deleted_at timestamptz(3)
);

-- Leave to set a new password, once, after the right answer to the security question.
create table password_tickets (
  ticket_sha256 bytea primary key,
  user_id int not null references users,
  issued_to int not null references users,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
