-- Counts that dashboards show, kept by the transactions that change them: these hold the lock of this
-- row anyway (docs/decisions/0491-counts-kept-with-the-version.md).
alter table business_version add column members integer not null default 0;
--> statement-breakpoint
alter table business_version add column redemptions integer not null default 0;
--> statement-breakpoint
alter table business_version no force row level security;
--> statement-breakpoint
alter table customer no force row level security;
--> statement-breakpoint
alter table coupon no force row level security;
--> statement-breakpoint
update business_version set members = counted.members
  from (select business_id, count(*) as members from customer
    where erased_at is null and joined_into is null and not is_sample group by business_id) counted
  where counted.business_id = business_version.business_id;
--> statement-breakpoint
update business_version set redemptions = counted.redemptions
  from (select coupon.business_id, count(*) as redemptions from coupon
    join customer on customer.business_id = coupon.business_id and customer.id = coupon.member_id
    where coupon.source = 'reward' and coupon.voided_at is null and not customer.is_sample
    group by coupon.business_id) counted
  where counted.business_id = business_version.business_id;
--> statement-breakpoint
alter table coupon force row level security;
--> statement-breakpoint
alter table customer force row level security;
--> statement-breakpoint
alter table business_version force row level security;
--> statement-breakpoint
-- Finds the scans of hours that are not closed yet, over all businesses.
create index scan_over_all on scan (recorded_at);
--> statement-breakpoint
-- The platform's login reads none of these rows any more.
revoke select (id, erased_at, joined_into) on customer from regulars_platform;
--> statement-breakpoint
revoke select (source, issued_at) on coupon from regulars_platform;
--> statement-breakpoint
drop policy sample_member_for_platform on sample_member;
--> statement-breakpoint
revoke select on sample_member from regulars_platform;
