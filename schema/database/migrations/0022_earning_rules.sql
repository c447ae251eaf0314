-- How purchases earn: the business's rule with its revision, the rules it replaced (an offline
-- purchase earns by the one its cashier saw), and each member's fraction of a point, so that
-- remainders add up. Purchases may be reversed in part.
alter table business
  alter column points_per_dollar type numeric(8, 2),
  add column minimum_purchase_cents bigint not null default 0 check (minimum_purchase_cents >= 0),
  add column rounding text not null default 'down' check (rounding in ('down', 'nearest', 'up')),
  add column earning_rule_id uuid not null default '00000000-0000-0000-0000-000000000000',
  -- The operation that last changed the program's settings.
  add column program_revision uuid not null default '00000000-0000-0000-0000-000000000000';
--> statement-breakpoint
create table replaced_earning_rule (
  business_id uuid not null references business (id),
  id uuid not null,
  points_per_dollar numeric(8, 2) not null check (points_per_dollar >= 0),
  minimum_purchase_cents bigint not null check (minimum_purchase_cents >= 0),
  rounding text not null check (rounding in ('down', 'nearest', 'up')),
  replaced_at timestamptz not null,
  primary key (business_id, id)
);
--> statement-breakpoint
alter table replaced_earning_rule enable row level security;
--> statement-breakpoint
alter table replaced_earning_rule force row level security;
--> statement-breakpoint
create policy replaced_earning_rule_of_own_business on replaced_earning_rule to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert on replaced_earning_rule to regulars_serving;
--> statement-breakpoint
-- In ten-thousandths of a point, between minus one point and one point.
alter table customer add column points_carry integer not null default 0
  check (points_carry between -9999 and 9999);
--> statement-breakpoint
alter table purchase
  add column earning_rule_id uuid not null default '00000000-0000-0000-0000-000000000000',
  -- What it earned, in ten-thousandths of a point.
  add column earned_units bigint not null default 0,
  add column reversed_cents bigint not null default 0 check (reversed_cents between 0 and amount_cents);
--> statement-breakpoint
alter table purchase no force row level security;
--> statement-breakpoint
update purchase set
  earned_units = points * 10000::bigint,
  reversed_cents = case when reversed_at is null then 0 else amount_cents end;
--> statement-breakpoint
alter table purchase force row level security;
