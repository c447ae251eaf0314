-- Two members who are one person (docs/members.md, part 3). The join is joined_into on the joined row;
-- everything of that member keeps its member_id.
alter table customer
  add column joined_into uuid,
  add column joined_at timestamptz,
  add column joined_points integer,
  add constraint customer_joined_check check ((joined_into is null) = (joined_at is null)
    and (joined_into is null) = (joined_points is null) and joined_into <> id);
--> statement-breakpoint
-- Few members are joined, so that these indexes cost the others nothing.
create index customer_joined on customer (business_id, joined_into) where joined_into is not null;
--> statement-breakpoint
create index customer_joined_by_version on customer (business_id, version, id)
  where joined_into is not null;
--> statement-breakpoint
-- The keys of a joined member open the kept one and go back if the join is undone.
alter table customer_key add column joined_from uuid;
--> statement-breakpoint
create index customer_key_joined on customer_key (business_id, joined_from)
  where joined_from is not null;
--> statement-breakpoint
grant update (member_id, joined_from) on customer_key to regulars_serving;
--> statement-breakpoint
alter table points_entry drop constraint points_entry_reason_check;
--> statement-breakpoint
-- Not valid: earlier rows passed a narrower check.
alter table points_entry add constraint points_entry_reason_check check (reason in
  ('welcome', 'purchase', 'redemption', 'reversal', 'adjustment', 'expiry', 'imported', 'joined'))
  not valid;
--> statement-breakpoint
-- A joined member's row leaves the devices, and comes back if the join is undone.
create policy tombstone_deleted_of_joined on tombstone as restrictive for delete to regulars_serving
  using (table_name in ('customer', 'memberJoin'));
--> statement-breakpoint
grant delete on tombstone to regulars_serving;
--> statement-breakpoint
grant select (joined_into) on customer to regulars_platform;
--> statement-breakpoint
-- Pairs that staff propose to join, or that somebody decided are two people.
create table member_pair (
  business_id uuid not null references business (id),
  one_id uuid not null,
  other_id uuid not null check (one_id < other_id),
  proposed_at timestamptz,
  separated_at timestamptz,
  primary key (business_id, one_id, other_id)
);
--> statement-breakpoint
create index member_pair_by_other on member_pair (business_id, other_id);
--> statement-breakpoint
alter table member_pair enable row level security;
--> statement-breakpoint
alter table member_pair force row level security;
--> statement-breakpoint
create policy member_pair_of_own_business on member_pair to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert, update, delete on member_pair to regulars_serving;
