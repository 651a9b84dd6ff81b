-- What a rule over several points saw when it raised the alarm: contract AlarmEvidence.
alter table alarms add column evidence jsonb;
