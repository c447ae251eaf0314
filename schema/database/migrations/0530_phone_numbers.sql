-- Phone numbers in E.164, parsed with the country of the business (docs/members.md, part 2). The job
-- that folds contacts parses numbers that have no phone_country, or another one.
alter table business add column country text check (country ~ '^[A-Z]{2}$');
--> statement-breakpoint
alter table customer add column phone_e164 text, add column phone_country text;
--> statement-breakpoint
create index customer_by_e164 on customer (business_id, phone_e164) where phone_e164 is not null;
--> statement-breakpoint
create index customer_by_phone_country on customer (business_id, phone_country)
  where phone is not null;
