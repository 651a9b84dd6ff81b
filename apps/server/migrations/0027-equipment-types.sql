-- Types of equipment that a site adds to the built-in ones.
create table equipment_types (
  campus_id int not null references campuses (id),
  type text not null,
  definition jsonb not null,
  primary key (campus_id, type)
);
