-- Erasures that an owner asked for on a member's behalf, until the hourly job carries them out
-- (docs/members.md, part 6).
alter table customer
  add column erasure_due_at timestamptz,
  add column erasure_reason text,
  add column erasure_asked_by uuid;
--> statement-breakpoint
create index customer_erasure_due on customer (business_id, erasure_due_at)
  where erasure_due_at is not null;
