alter table edges
  -- The settings of protocols of a gateway that gets its part of the site model from the server. Null: it runs from its own files.
  add column model_settings jsonb,
  -- As the gateway reports them: the version in force, and the version that it refused with its reason.
  add column model_version text,
  add column model_refused_version text,
  add column model_refused_why text;
create index edges_managed on edges (campus_id) where model_settings is not null;

-- Where a gateway with a model finds a device.
create table gateway_devices (
  device_id int primary key references devices on delete cascade,
  protocol text not null,
  -- Fields of the protocol, as in the settings file of a gateway.
  address jsonb not null,
  profile text not null,
  -- Null: as often as the gateway polls its other devices.
  interval_ms int
);

-- Profiles of a campus, beside those that the gateway has.
create table gateway_profiles (
  campus_id int not null references campuses,
  name text not null,
  -- As written.
  yaml text not null,
  primary key (campus_id, name)
);

-- The newest claim code of a gateway.
create table claim_codes (
  edge_id int primary key references edges on delete cascade,
  code_sha256 text not null unique,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  -- The password with which the gateway joined.
  password_sha256 text
);
