-- The values by which a fault rule raised the alarm: contract AlarmEvidence.
alter table alarms add column evidence jsonb;
