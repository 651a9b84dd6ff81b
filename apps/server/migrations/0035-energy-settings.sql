-- What energy costs, and what the supplier has agreed to.
create table energy_settings (
  campus_id int primary key references campuses,
  contract_kilowatt float8 check (contract_kilowatt > 0),
  carbon_kilogram_per_kilowatt_hour float8 not null check (carbon_kilogram_per_kilowatt_hour >= 0)
);

-- A period lasts until the next begins.
create table tariff_periods (
  campus_id int not null references campuses,
  from_hour smallint not null check (from_hour between 0 and 23),
  name text not null,
  rupees_per_kilowatt_hour float8 not null check (rupees_per_kilowatt_hour >= 0),
  primary key (campus_id, from_hour)
);
