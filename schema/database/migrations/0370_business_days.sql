-- Where a business's days begin and end, and the last day of each coupon there. Both stay empty on what
-- is there already: its owner's next visit fills in the zone, and coupons of before keep the time at
-- which they end, or the end of the day that they name where that is later.
alter table business add column time_zone text check (length(time_zone) between 1 and 60);
--> statement-breakpoint
alter table coupon add column expires_on date;
