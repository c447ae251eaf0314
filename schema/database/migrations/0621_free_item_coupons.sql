-- A coupon issued for a free item reads as one, whatever its reward becomes.
alter table coupon add column free_item boolean not null default false;
--> statement-breakpoint
alter table business_version no force row level security;
--> statement-breakpoint
alter table coupon no force row level security;
--> statement-breakpoint
alter table reward no force row level security;
--> statement-breakpoint
update business_version set version = version + 1
  where business_id in (select business_id from reward where free_item);
--> statement-breakpoint
-- Devices pull these coupons again.
update coupon set free_item = true, version = business_version.version
  from reward, business_version
  where coupon.source = 'reward' and coupon.discount_type = 'fixed'
    and reward.business_id = coupon.business_id and reward.id = coupon.reward_id
    and reward.free_item and business_version.business_id = coupon.business_id;
--> statement-breakpoint
alter table reward force row level security;
--> statement-breakpoint
alter table coupon force row level security;
--> statement-breakpoint
alter table business_version force row level security;
