-- Numbers of an outbox refuse nothing, so two operations may have the same one: a phone copied with
-- its storage, or a device whose disk went back to an earlier state.
drop index applied_operation_by_seq;
--> statement-breakpoint
create index applied_operation_by_outbox on applied_operation (business_id, outbox_id)
  where outbox_id is not null;
--> statement-breakpoint
-- Spans [from, through] of numbers that a device passed over and that never arrived.
alter table outbox add column missing jsonb not null default '[]';
