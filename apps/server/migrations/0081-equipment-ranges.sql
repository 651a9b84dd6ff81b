-- Ranges describe all equipment of a type, not one model. A point that still has the earlier range of the catalogue gets the new one.
with ranges (type, param_id, min_before, max_before, min_now, max_now) as (values
  ('UPS', 'ups_InputVoltagePhase%', 0, 350, 0, 1000),
  ('UPS', 'ups_OutputVoltagePhase%', 0, 350, 0, 1000),
  ('UPS', 'ups_OutputCurrentPhase%', 0, 1000, 0, 6300),
  ('UPS', 'ups_Temperature', -20, 80, -40, 100),
  ('UPS', 'ups_BatteryVoltage', 0, 500, 0, 1000),
  ('ENERGYMETER', 'presentDemand', 0, 500, 0, 20000),
  ('ENERGYMETER', 'apparentPowerTotal', 0, 500000, 0, 20000000),
  ('ENERGYMETER', 'activePowerTotal', 0, 500000, -20000000, 20000000),
  ('ENERGYMETER', 'volatage_LL_average', 0, 600, 0, 40000),
  ('ENERGYMETER', 'volatage_LN_average', 0, 350, 0, 40000),
  ('ENERGYMETER', 'em_volatge_LL_phase_%', 0, 600, 0, 40000),
  ('ENERGYMETER', 'em_volatge_LN_phase_%', 0, 350, 0, 40000),
  ('ENERGYMETER', 'currentAverage', 0, 1000, 0, 10000),
  ('ENERGYMETER', 'em_currentPhase%', 0, 1000, 0, 10000),
  ('CHILLER', 'Chiller Power', 0, 1000, 0, 5000)
)
update points p set min_value = r.min_now, max_value = r.max_now
from ranges r, devices d
where d.id = p.device_id and d.type = r.type and p.param_id like r.param_id
  and p.min_value = r.min_before and p.max_value = r.max_before;
