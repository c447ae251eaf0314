-- The session that last pushed from a device, by which its owner tells it apart and signs it out.
alter table outbox add column session_id uuid;
