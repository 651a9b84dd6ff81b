-- New points of UPSs. Without them the server does not know the readings of the gateway.
insert into points (device_id, param_id, unit, kind, interval_ms, min_value, max_value)
select p.device_id, n.param_id, n.unit, 'reading', p.interval_ms, 0, n.max_value
from points p
join devices d on d.id = p.device_id and d.type = 'UPS'
cross join (values
  ('ups_LoadPhaseA', 'percent', 200),
  ('ups_LoadPhaseB', 'percent', 200),
  ('ups_LoadPhaseC', 'percent', 200),
  ('ups_Overload', 'none', 1),
  ('ups_ReplaceBattery', 'none', 1),
  ('ups_Shutdown', 'none', 2),
  ('ups_Fault', 'none', 11)
) n (param_id, unit, max_value)
where p.param_id = 'ups_Status'
on conflict (device_id, param_id) do nothing;
