-- Several processes evaluate alarms, each those of its campuses, so that a running delay has its campus.
alter table alarm_conditions add column campus_id int references campuses;
update alarm_conditions c set campus_id = case subject_kind
  when 'point' then (select d.campus_id from points p join devices d on d.id = p.device_id where p.id = c.subject_id)
  when 'device' then (select d.campus_id from devices d where d.id = c.subject_id)
  when 'edge' then (select e.campus_id from edges e where e.id = c.subject_id)
  when 'place' then (select l.campus_id from locations l where l.id = c.subject_id)
  when 'campus' then c.subject_id end;
delete from alarm_conditions where campus_id is null;
alter table alarm_conditions alter column campus_id set not null;
