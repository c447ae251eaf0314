-- How far an outbox said it goes, so that what has not arrived can be named.
alter table outbox add column last_seq bigint;
