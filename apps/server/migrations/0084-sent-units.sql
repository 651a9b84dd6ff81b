-- The unit in which an edge sends a point, when it contradicts `unit`: the values are refused. Null: no contradiction.
alter table points add column sent_unit text;
