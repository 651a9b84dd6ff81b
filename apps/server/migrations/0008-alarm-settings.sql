-- Limits of a building, floor or zone. They override those of the places above; null inherits.
create table location_limits (
  location_id int primary key references locations,
  campus_id int not null references campuses,
  temperature_min_celsius float8,
  temperature_max_celsius float8,
  humidity_min_percent float8,
  humidity_max_percent float8,
  lux_min float8,
  lux_max float8,
  over_parked_minutes float8,
  wastage_watts float8,
  check (temperature_min_celsius < temperature_max_celsius),
  check (humidity_min_percent < humidity_max_percent),
  check (lux_min < lux_max),
  check ((temperature_min_celsius is null) = (temperature_max_celsius is null)),
  check ((humidity_min_percent is null) = (humidity_max_percent is null)),
  check ((lux_min is null) = (lux_max is null))
);
create index on location_limits (campus_id);

-- Deadbands and delays of a campus's alarms by kind of limit. Without a row: the defaults of the contract.
create table limit_manners (
  campus_id int primary key references campuses,
  manners jsonb not null
);

-- Key of the alarm's message for translation. Null: the text of a device, or an alarm from before this migration.
alter table alarms add column text_name text;
alter table alarms add column text_numbers float8[];
-- A past alarm from an importer. It causes no notification.
alter table alarms add column is_imported boolean not null default false;
create unique index alarms_imported on alarms (cause, raised_at) where is_imported;

alter table notification_settings add column language text not null default 'en' check (language in ('en', 'hi', 'kn'));

-- Outgoing e-mails. Those that were sent, or permanently rejected, are kept for some time as a record.
create table mail_outbox (
  id bigint generated always as identity primary key,
  user_id int not null references users,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz(3) not null,
  attempts int not null default 0,
  next_try_at timestamptz(3) not null,
  sent_at timestamptz(3),
  given_up_at timestamptz(3),
  failure text
);
create index mail_outbox_due on mail_outbox (next_try_at) where sent_at is null and given_up_at is null;
create index on mail_outbox (created_at);

-- The alarms of one device, newest first.
create index alarms_of_device on alarms (device_id, raised_at desc, id desc) where device_id is not null;
