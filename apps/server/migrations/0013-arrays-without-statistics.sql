-- No query searches these arrays. For statistics about common elements each analysis unpacked all values of thirty thousand rows. The first
-- trend after a restart of the database also read these statistics from the disk for its plan.
alter table readings_journal
  alter column point_ids set statistics 0, alter column at_ms set statistics 0,
  alter column values set statistics 0, alter column qualities set statistics 0;
alter table readings_hot
  alter column offsets set statistics 0, alter column values set statistics 0, alter column qualities set statistics 0;
alter table readings_chunk
  alter column offsets set statistics 0, alter column values set statistics 0, alter column qualities set statistics 0;
alter table readings_5m
  alter column slots set statistics 0, alter column counts set statistics 0, alter column mins set statistics 0,
  alter column maxs set statistics 0, alter column sums set statistics 0;
