-- Redeeming without a connection on trust: both caps, or neither where the business confirms first.
alter table business add column trust_points_per_redemption integer
  check (trust_points_per_redemption > 0);
--> statement-breakpoint
alter table business add column trust_points_per_device integer
  check (trust_points_per_device >= trust_points_per_redemption);
--> statement-breakpoint
alter table business add constraint business_trusts_within_both_caps
  check ((trust_points_per_redemption is null) = (trust_points_per_device is null));
