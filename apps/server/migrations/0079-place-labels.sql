-- The name of a place that no other of its kind on the campus has: with its floor (and zone) before it when the campus has
-- the name twice, and its building too where that is not enough.
create view place_labels as
  with places as (
    select l.id, l.campus_id, l.zone_type, l.name, case when b.id <> l.id then b.name end as building,
      concat_ws(', ', case when f.id <> l.id then f.name end, case when z.id <> l.id then z.name end, l.name) as name_with_floor
    from locations l left join locations b on b.id = l.building_id left join locations f on f.id = l.floor_id
      left join locations z on z.id = l.zone_id
  )
  select id as location_id, case when count(*) over (partition by campus_id, zone_type, name) = 1 then name
    when count(*) over (partition by campus_id, zone_type, name_with_floor) = 1 then name_with_floor
    else concat_ws(', ', building, name_with_floor) end as label
  from places;
