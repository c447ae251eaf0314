-- What is owed in points is counted over the ledger, in one place.
alter table activity_progress drop column points_outstanding;
--> statement-breakpoint
-- Parts of purchases that were taken back, and redemptions that were undone, by when they were.
create index applied_operation_reversals on applied_operation (business_id, settled_at)
  where name = 'purchase.reverse' and status = 'applied';
--> statement-breakpoint
drop index purchase_by_reversal;
--> statement-breakpoint
create index coupon_undone_by_time on coupon (business_id, voided_at)
  where source = 'reward' and voided_at is not null;
