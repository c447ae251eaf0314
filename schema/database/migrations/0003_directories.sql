-- Directories answer which business a printed code or a customer's key belongs to. Keyed by their
-- own key (the one exemption from business-first keys), no foreign key, never joined: look up,
-- then open the tenant's transaction. Outside a business only the row whose key is named is seen.
create table sign_up_code (
  code text primary key,
  business_id uuid not null,
  qr_code_id uuid not null
);
--> statement-breakpoint
alter table sign_up_code enable row level security;
--> statement-breakpoint
alter table sign_up_code force row level security;
--> statement-breakpoint
create policy sign_up_code_of_own_business on sign_up_code to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
create policy sign_up_code_looked_up on sign_up_code for select to regulars_serving
  using (code = nullif(current_setting('app.lookup_key', true), ''));
--> statement-breakpoint
grant select, insert on sign_up_code to regulars_serving;
--> statement-breakpoint
create table customer_key (
  key uuid primary key,
  business_id uuid not null,
  member_id uuid not null,
  -- Where the page is open, as its holder reads it: 'iPhone'.
  device text,
  created_at timestamptz not null,
  retired_at timestamptz
);
--> statement-breakpoint
create index customer_key_by_member on customer_key (business_id, member_id);
--> statement-breakpoint
alter table customer_key enable row level security;
--> statement-breakpoint
alter table customer_key force row level security;
--> statement-breakpoint
create policy customer_key_of_own_business on customer_key to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
create policy customer_key_looked_up on customer_key for select to regulars_serving
  using (key::text = nullif(current_setting('app.lookup_key', true), ''));
--> statement-breakpoint
grant select, insert on customer_key to regulars_serving;
--> statement-breakpoint
grant update (retired_at) on customer_key to regulars_serving;
