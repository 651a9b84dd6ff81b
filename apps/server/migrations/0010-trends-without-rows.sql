-- Trends of many hours are read from the index alone once a vacuum has marked the pages as all-visible. Hours are only inserted. With the
-- default setting a vacuum would run after a fifth of all history. A vacuum of new pages costs very little.
alter table readings_1h set (autovacuum_vacuum_insert_scale_factor = 0.01);
alter table readings_chunk set (autovacuum_vacuum_insert_scale_factor = 0.01);
