-- The coupon that a use relied on before a restore. It was kept in waits_for, which is empty while
-- the use is held for another reason: a pause, or the owner's decision.
alter table applied_operation add column relies_on uuid;
--> statement-breakpoint
alter table applied_operation no force row level security;
--> statement-breakpoint
update applied_operation set relies_on = waits_for
where name = 'coupon.use' and status = 'parked' and waits_for is not null;
--> statement-breakpoint
alter table applied_operation force row level security;
