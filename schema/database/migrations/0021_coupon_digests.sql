-- Devices know a coupon by a digest of its code. The directory tells which business a code belongs
-- to, by a digest of the code alone: a till can say that a coupon is another business's.
alter table coupon add column code_digest text;
--> statement-breakpoint
create table coupon_code (
  digest text primary key,
  business_id uuid not null
);
--> statement-breakpoint
alter table coupon no force row level security;
--> statement-breakpoint
alter table business_version no force row level security;
--> statement-breakpoint
update business_version set version = version + 1;
--> statement-breakpoint
-- Devices pull every coupon again, now without its code.
update coupon set
  code_digest = encode(sha256(convert_to(business_id || ':' || replace(code, '-', ''), 'UTF8')), 'hex'),
  version = (select version from business_version
    where business_version.business_id = coupon.business_id);
--> statement-breakpoint
insert into coupon_code (digest, business_id)
  select encode(sha256(convert_to(replace(code, '-', ''), 'UTF8')), 'hex'), business_id from coupon
  on conflict do nothing;
--> statement-breakpoint
alter table coupon force row level security;
--> statement-breakpoint
alter table business_version force row level security;
--> statement-breakpoint
alter table coupon alter column code_digest set not null;
--> statement-breakpoint
alter table coupon add constraint coupon_by_digest unique (business_id, code_digest);
--> statement-breakpoint
alter table coupon_code enable row level security;
--> statement-breakpoint
alter table coupon_code force row level security;
--> statement-breakpoint
create policy coupon_code_of_own_business on coupon_code to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
create policy coupon_code_looked_up on coupon_code for select to regulars_serving
  using (digest = nullif(current_setting('app.lookup_key', true), ''));
--> statement-breakpoint
grant select, insert on coupon_code to regulars_serving;
