-- The version an operation came in under: the order in which parked work is taken up. Clocks of
-- several servers, or one that was set back, are no order.
alter table applied_operation add column received_version bigint;
--> statement-breakpoint
-- The owner need not be a superuser: under forced row-level security it would see no rows to fill.
alter table applied_operation no force row level security;
--> statement-breakpoint
update applied_operation set received_version = version;
--> statement-breakpoint
alter table applied_operation force row level security;
--> statement-breakpoint
alter table applied_operation alter column received_version set not null;
--> statement-breakpoint
-- Where parked work was asked from: its rules count by network. Emptied with the final verdict.
alter table applied_operation add column network text;
--> statement-breakpoint
drop index applied_operation_parked;
--> statement-breakpoint
create index applied_operation_parked
  on applied_operation (business_id, received_version, seq, operation_id) where status = 'parked';
--> statement-breakpoint
-- Of an outbox that came back after a year: up to which number, or until when, what it holds is
-- parked for the owner's decision.
alter table outbox add column silent_through bigint;
--> statement-breakpoint
alter table outbox add column silent_until timestamptz;
--> statement-breakpoint
-- An alias that is also a member's own id would lead that member's purchases to somebody else.
alter table member_alias no force row level security;
--> statement-breakpoint
alter table customer no force row level security;
--> statement-breakpoint
delete from member_alias a using customer c
  where c.business_id = a.business_id and c.id = a.alias_id;
--> statement-breakpoint
alter table customer force row level security;
--> statement-breakpoint
alter table member_alias force row level security;
