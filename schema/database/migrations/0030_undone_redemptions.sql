-- A redemption can be taken back while its coupon is unused: the coupon is void from then on, and
-- the points that it cost, which it remembers, go back to the member.
alter table coupon add column voided_at timestamptz;
--> statement-breakpoint
alter table coupon add column points_paid integer check (points_paid >= 0);
--> statement-breakpoint
alter table coupon add constraint coupon_used_or_void check (used_at is null or voided_at is null);
--> statement-breakpoint
-- What was redeemed before can be undone too. The owner of the tables is under their policies as
-- well, so these are lifted for the length of this transaction.
alter table coupon no force row level security;
--> statement-breakpoint
alter table applied_operation no force row level security;
--> statement-breakpoint
alter table points_entry no force row level security;
--> statement-breakpoint
update coupon set points_paid = -entry.points
from applied_operation operation
join points_entry entry
  on entry.business_id = operation.business_id and entry.operation_id = operation.operation_id
where operation.business_id = coupon.business_id
  and operation.subject_id = coupon.id
  and operation.name = 'reward.redeem'
  and operation.status = 'applied'
  and coupon.source = 'reward';
--> statement-breakpoint
alter table coupon force row level security;
--> statement-breakpoint
alter table applied_operation force row level security;
--> statement-breakpoint
alter table points_entry force row level security;
