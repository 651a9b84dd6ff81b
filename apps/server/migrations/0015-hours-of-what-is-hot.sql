-- An hour could be taken off the list of open ones while a late value came for it, which was in no trend from then on: each hour that has
-- something hot is on the list again, and closed with the next round.
insert into readings_open_hours (hour, changed_at) select distinct hour, now() from readings_hot on conflict do nothing;
