-- What a rule over several points saw when it raised the alarm: contract AlarmEvidence.
alter table alarms add column evidence jsonb;
alter table devices add column if not exists fed_by int references devices;
