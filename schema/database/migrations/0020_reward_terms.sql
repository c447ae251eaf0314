-- Rewards get stock, a limit per member, an end, and a revision by which two editors notice each
-- other. Counts are moved by conditional updates only.
alter table reward
  add column stock integer check (stock > 0),
  add column limit_per_member integer check (limit_per_member > 0),
  add column redeemed_count integer not null default 0 check (redeemed_count >= 0),
  add column retired_at timestamptz,
  -- The operation that last changed the terms; all zeros until the first change.
  add column revision uuid not null default '00000000-0000-0000-0000-000000000000';
--> statement-breakpoint
create table reward_use (
  business_id uuid not null references business (id),
  reward_id uuid not null,
  member_id uuid not null,
  count integer not null check (count >= 0),
  primary key (business_id, reward_id, member_id),
  foreign key (business_id, reward_id) references reward (business_id, id),
  foreign key (business_id, member_id) references customer (business_id, id)
);
--> statement-breakpoint
alter table reward_use enable row level security;
--> statement-breakpoint
alter table reward_use force row level security;
--> statement-breakpoint
create policy reward_use_of_own_business on reward_use to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert, update on reward_use to regulars_serving;
--> statement-breakpoint
-- What was redeemed before counts as well. The owner is under row-level security too, so it is
-- lifted for this transaction. A new version brings the new columns to every device.
alter table reward no force row level security;
--> statement-breakpoint
alter table reward_use no force row level security;
--> statement-breakpoint
alter table coupon no force row level security;
--> statement-breakpoint
alter table business_version no force row level security;
--> statement-breakpoint
update business_version set version = version + 1;
--> statement-breakpoint
insert into reward_use (business_id, reward_id, member_id, count)
  select business_id, reward_id, member_id, count(*) from coupon
  where reward_id is not null group by business_id, reward_id, member_id;
--> statement-breakpoint
update reward set
  redeemed_count = (select count(*) from coupon
    where coupon.business_id = reward.business_id and coupon.reward_id = reward.id),
  version = (select version from business_version
    where business_version.business_id = reward.business_id);
--> statement-breakpoint
alter table reward force row level security;
--> statement-breakpoint
alter table reward_use force row level security;
--> statement-breakpoint
alter table coupon force row level security;
--> statement-breakpoint
alter table business_version force row level security;
