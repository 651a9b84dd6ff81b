-- The list of overrides follows a chain of commands, each superseded by the next.
create index commands_superseded on commands (superseded_by) where superseded_by is not null;
