-- Work that a device did offline belongs to the hour in which it was done. A row that reached the
-- server in a later hour says when: that hour's counts may be stored already, and are added to.
alter table purchase add column arrived_at timestamptz;
--> statement-breakpoint
alter table points_entry add column arrived_at timestamptz;
--> statement-breakpoint
alter table coupon add column arrived_at timestamptz, add column void_arrived_at timestamptz;
--> statement-breakpoint
alter table customer add column arrived_at timestamptz;
--> statement-breakpoint
create index purchase_arrived_late on purchase (business_id, arrived_at)
  where arrived_at is not null;
--> statement-breakpoint
create index points_entry_arrived_late on points_entry (business_id, arrived_at)
  where arrived_at is not null;
--> statement-breakpoint
create index coupon_arrived_late on coupon (business_id, arrived_at)
  where source = 'reward' and arrived_at is not null;
--> statement-breakpoint
create index coupon_undone_late on coupon (business_id, void_arrived_at)
  where source = 'reward' and void_arrived_at is not null;
--> statement-breakpoint
create index customer_arrived_late on customer (business_id, arrived_at)
  where arrived_at is not null;
--> statement-breakpoint
grant update on activity_hour to regulars_serving;
--> statement-breakpoint
grant update on qr_code_activity_hour to regulars_serving;
--> statement-breakpoint
grant update on reward_activity_hour to regulars_serving;
