-- What happened in a business, counted by the hour: analytics read these rows and the few hours that
-- are still open, so that their cost does not grow with the history. The hours are filled by a job
-- (sync-server/loyalty/close-activity.ts), which begins with each business's first hour.
--> statement-breakpoint
create table activity_hour (
  business_id uuid not null references business (id),
  hour timestamptz not null,
  scans integer not null default 0,
  sign_ups integer not null default 0,
  purchases integer not null default 0,
  repeat_purchases integer not null default 0,
  reversals integer not null default 0,
  redemptions integer not null default 0,
  revenue_cents bigint not null default 0,
  points_issued bigint not null default 0,
  points_spent bigint not null default 0,
  primary key (business_id, hour)
);
--> statement-breakpoint
alter table activity_hour enable row level security;
--> statement-breakpoint
alter table activity_hour force row level security;
--> statement-breakpoint
create policy activity_hour_of_own_business on activity_hour to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert on activity_hour to regulars_serving;
--> statement-breakpoint
create policy activity_hour_for_platform on activity_hour for select to regulars_platform using (true);
--> statement-breakpoint
grant select on activity_hour to regulars_platform;
--> statement-breakpoint
create index activity_hour_over_all on activity_hour (hour);
--> statement-breakpoint
create table qr_code_activity_hour (
  business_id uuid not null references business (id),
  hour timestamptz not null,
  qr_code_id uuid not null,
  scans integer not null default 0,
  sign_ups integer not null default 0,
  first_purchases integer not null default 0,
  second_purchases integer not null default 0,
  primary key (business_id, hour, qr_code_id)
);
--> statement-breakpoint
alter table qr_code_activity_hour enable row level security;
--> statement-breakpoint
alter table qr_code_activity_hour force row level security;
--> statement-breakpoint
create policy qr_code_activity_hour_of_own_business on qr_code_activity_hour to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert on qr_code_activity_hour to regulars_serving;
--> statement-breakpoint
create policy qr_code_activity_hour_for_platform on qr_code_activity_hour for select to regulars_platform using (true);
--> statement-breakpoint
grant select on qr_code_activity_hour to regulars_platform;
--> statement-breakpoint
create table reward_activity_hour (
  business_id uuid not null references business (id),
  hour timestamptz not null,
  reward_id uuid not null,
  redemptions integer not null default 0,
  points bigint not null default 0,
  primary key (business_id, hour, reward_id)
);
--> statement-breakpoint
alter table reward_activity_hour enable row level security;
--> statement-breakpoint
alter table reward_activity_hour force row level security;
--> statement-breakpoint
create policy reward_activity_hour_of_own_business on reward_activity_hour to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert on reward_activity_hour to regulars_serving;
--> statement-breakpoint
create policy reward_activity_hour_for_platform on reward_activity_hour for select to regulars_platform using (true);
--> statement-breakpoint
grant select on reward_activity_hour to regulars_platform;
--> statement-breakpoint
create table activity_month (
  business_id uuid not null references business (id),
  month date not null,
  scans integer not null default 0,
  sign_ups integer not null default 0,
  purchases integer not null default 0,
  redemptions integer not null default 0,
  revenue_cents bigint not null default 0,
  primary key (business_id, month)
);
--> statement-breakpoint
alter table activity_month enable row level security;
--> statement-breakpoint
alter table activity_month force row level security;
--> statement-breakpoint
create policy activity_month_of_own_business on activity_month to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert, update on activity_month to regulars_serving;
--> statement-breakpoint
create policy activity_month_for_platform on activity_month for select to regulars_platform using (true);
--> statement-breakpoint
grant select on activity_month to regulars_platform;
--> statement-breakpoint
create index activity_month_over_all on activity_month (month, sign_ups desc);
--> statement-breakpoint
-- Up to when the hours of a business are closed. `version` is the business's version that had nothing
-- after that instant; null while it has.
create table activity_progress (
  business_id uuid not null references business (id),
  closed_until timestamptz not null,
  points_outstanding bigint not null,
  version bigint,
  primary key (business_id)
);
--> statement-breakpoint
alter table activity_progress enable row level security;
--> statement-breakpoint
alter table activity_progress force row level security;
--> statement-breakpoint
create policy activity_progress_of_own_business on activity_progress to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert, update on activity_progress to regulars_serving;
--> statement-breakpoint
create policy activity_progress_for_platform on activity_progress for select to regulars_platform using (true);
--> statement-breakpoint
grant select on activity_progress to regulars_platform;
--> statement-breakpoint
create table platform_activity_day (
  day date primary key,
  tenants_created integer not null,
  active_tenants integer not null,
  scans integer not null,
  sign_ups integer not null,
  purchases integer not null,
  redemptions integer not null,
  revenue_cents bigint not null
);
--> statement-breakpoint
alter table platform_activity_day enable row level security;
--> statement-breakpoint
alter table platform_activity_day force row level security;
--> statement-breakpoint
create policy platform_activity_day_for_platform on platform_activity_day to regulars_platform using (true) with check (true);
--> statement-breakpoint
grant select, insert, update on platform_activity_day to regulars_platform;
--> statement-breakpoint
create index purchase_by_time on purchase (business_id, recorded_at);
--> statement-breakpoint
create index purchase_by_reversal on purchase (business_id, reversed_at) where reversed_at is not null;
--> statement-breakpoint
create index points_entry_by_time on points_entry (business_id, created_at);
--> statement-breakpoint
create index coupon_redeemed_by_time on coupon (business_id, issued_at) where source = 'reward';
