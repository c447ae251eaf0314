-- The login for accounts counts customers and redeemed coupons, and sees nobody's name, address or
-- code: a hole in what serves strangers who sign in opens no business's rows.
revoke select on customer, coupon, purchase, points_entry, qr_code, reward from regulars_platform;
--> statement-breakpoint
grant select (business_id, id, created_at, erased_at) on customer to regulars_platform;
--> statement-breakpoint
grant select (business_id, member_id, source, issued_at) on coupon to regulars_platform;
--> statement-breakpoint
drop policy purchase_for_platform on purchase;
--> statement-breakpoint
drop policy points_entry_for_platform on points_entry;
--> statement-breakpoint
drop policy qr_code_for_platform on qr_code;
--> statement-breakpoint
drop policy reward_for_platform on reward;
