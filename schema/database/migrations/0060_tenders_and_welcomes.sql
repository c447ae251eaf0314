-- A rule may leave out purchases by how they were paid.
alter table business add column excluded_tenders text[] not null default '{}'
  check (excluded_tenders <@ array['cash', 'card', 'gift_card', 'other']);
--> statement-breakpoint
alter table replaced_earning_rule add column excluded_tenders text[] not null default '{}'
  check (excluded_tenders <@ array['cash', 'card', 'gift_card', 'other']);
--> statement-breakpoint
-- Null where nobody said.
alter table purchase add column tender text
  check (tender in ('cash', 'card', 'gift_card', 'other'));
--> statement-breakpoint
-- What an owner has to look at: welcomes that were held, and coupons that were taken twice.
create index customer_welcome_held on customer (business_id, created_at) where welcome = 'held';
--> statement-breakpoint
create index applied_operation_used_twice on applied_operation (business_id, settled_at)
  where name = 'coupon.use' and status = 'refused' and code = 'coupon_used';
