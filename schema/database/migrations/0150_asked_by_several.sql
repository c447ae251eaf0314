-- Parked work that two accounts hand in, one of them from a file: both hear what became of it.
alter table applied_operation add column also_asked_by uuid[];
