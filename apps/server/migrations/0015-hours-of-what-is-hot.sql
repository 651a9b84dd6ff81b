-- An hour could be removed from the open hours while a late value for it arrived. No trend showed that value. This adds each hour with rows
-- in readings_hot again, so that the next round closes it.
insert into readings_open_hours (hour, changed_at) select distinct hour, now() from readings_hot on conflict do nothing;
