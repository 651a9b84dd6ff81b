-- The demo as a campus beside others. The demo of an installation that is nothing else has no row.
create table demos (
  campus_id int primary key references campuses,
  added_at timestamptz(3) not null,
  -- Since when it is being removed: a restarted server continues.
  removing_at timestamptz(3)
);
create unique index demos_only_one on demos ((true));

-- Rows of the audit stay when the demo is removed, with the ids of its campus and its users. No id is given twice.
alter table audit drop constraint audit_campus_id_fkey, drop constraint audit_user_id_fkey;
