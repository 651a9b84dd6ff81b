-- Two rooms with one calendar removed each other's entries. The room with the smaller id keeps the calendar.
create temporary table calendars_of_two on commit drop as
  select space_id from (
    select space_id, row_number() over (
      partition by kind, case kind when 'ical' then address else lower(address) end order by space_id) as place
    from room_calendars) c
  where place > 1;
update bookings set status = 'cancelled', ended_at = now()
  where status in ('booked', 'checkedIn') and to_at > now()
    and id in (select booking_id from room_calendar_entries where space_id in (select space_id from calendars_of_two));
delete from room_calendars where space_id in (select space_id from calendars_of_two);

-- Addresses of mailboxes have no upper and lower case.
create unique index room_calendars_one_room on room_calendars (kind, (case kind when 'ical' then address else lower(address) end));
