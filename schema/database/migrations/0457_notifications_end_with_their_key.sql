-- The digest of the key that turned notifications on; null for phones of an earlier release.
alter table notification_device add column key_digest text;
