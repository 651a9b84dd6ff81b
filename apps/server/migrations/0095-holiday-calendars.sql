-- A holiday calendar is a list of days that several buildings of a campus follow.
create table holiday_calendars (
  id int generated always as identity primary key,
  campus_id int not null references campuses,
  name text not null,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3)
);
create unique index on holiday_calendars (campus_id, lower(name)) where deleted_at is null;

-- The days on which a building follows a calendar. A change leaves past days as they were.
create table holiday_calendar_buildings (
  calendar_id int not null references holiday_calendars,
  building_id int not null references locations,
  from_day date not null,
  until_day date,
  primary key (calendar_id, building_id, from_day)
);
create index on holiday_calendar_buildings (building_id);

-- A day belongs to a building or to a calendar. A yearly day begins on `day`; after `until_day` it is not repeated.
alter table schedule_days alter column building_id drop not null,
  add column calendar_id int references holiday_calendars,
  add column is_yearly boolean not null default false,
  add column until_day date,
  drop constraint schedule_days_building_id_day_key,
  add constraint schedule_days_owner check ((building_id is null) <> (calendar_id is null)),
  add constraint schedule_days_until check (until_day is null or is_yearly);
create index on schedule_days (building_id, day);
create index on schedule_days (calendar_id, day);
