-- Sums of the points ledger up to an hour (sync-server/loyalty/kept-points.ts).
create table kept_points (
  business_id uuid not null references business (id),
  kept_until timestamptz not null,
  issued bigint not null default 0,
  redeemed bigint not null default 0,
  primary key (business_id)
);
--> statement-breakpoint
alter table kept_points enable row level security;
--> statement-breakpoint
alter table kept_points force row level security;
--> statement-breakpoint
create policy kept_points_of_own_business on kept_points to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert, update on kept_points to regulars_serving;
--> statement-breakpoint
-- What members could spend then, by the UTC day of their latest entry.
create table kept_points_day (
  business_id uuid not null references business (id),
  day date not null,
  points bigint not null,
  primary key (business_id, day)
);
--> statement-breakpoint
alter table kept_points_day enable row level security;
--> statement-breakpoint
alter table kept_points_day force row level security;
--> statement-breakpoint
create policy kept_points_day_of_own_business on kept_points_day to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert, update, delete on kept_points_day to regulars_serving;
--> statement-breakpoint
create index customer_erased on customer (business_id, erased_at) where erased_at is not null;
