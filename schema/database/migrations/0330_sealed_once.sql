-- Which sign-out sealed the rest of an outbox: another seal of the same outbox waits for the owner.
alter table outbox add column sealed_as uuid;
