-- What devices gave without a connection and the server could not count: coupons that expired on the
-- way, and rewards whose redemption was refused.
create index applied_operation_used_late on applied_operation (business_id, settled_at)
  where name = 'coupon.use' and status = 'refused' and code = 'coupon_expired';
--> statement-breakpoint
create index applied_operation_given_away on applied_operation (business_id, settled_at)
  where name = 'reward.redeem' and status = 'refused' and payload ->> 'handedOver' = 'true';
