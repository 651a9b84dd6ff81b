-- Trends of many hours are read from the index alone, as soon as a vacuum has seen that everybody may see the rows. Hours are only
-- ever added: by default a fifth of years would have to come before one looks. Looking at what is new costs next to nothing.
alter table readings_1h set (autovacuum_vacuum_insert_scale_factor = 0.01);
alter table readings_chunk set (autovacuum_vacuum_insert_scale_factor = 0.01);
