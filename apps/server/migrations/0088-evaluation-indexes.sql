-- A round of the evaluation looks for devices and edges that need attention, which are few.
create index devices_not_online on devices (id) where state <> 'online';
create index on devices (campus_id);
create index edges_not_online on edges (id) where state <> 'online';
-- More than five minutes. Source: AHEAD_MAX_MS of telemetry.
create index edges_wrong_clock on edges (id) where abs(clock_offset_ms) > 300000;
