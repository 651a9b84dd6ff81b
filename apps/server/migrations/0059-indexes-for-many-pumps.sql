-- The place of an edge is that of its devices, and the fleet counts the active alarms of each pump.
create index on devices (edge_id);
create index alarms_active_of_device on alarms (device_id) where restored_at is null;
