-- Devices that were known before a reset, a change of password or of address are strangers after it.
alter table account add column devices_known_since timestamptz;
