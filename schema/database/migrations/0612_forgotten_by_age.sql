-- The daily upkeep forgets tombstones by their age (sync-server/loyalty/forget-tombstones.ts). Those
-- of earlier releases count from this migration.
alter table tombstone add column gone_at timestamptz not null default now();
--> statement-breakpoint
create index tombstone_by_age on tombstone (gone_at);
--> statement-breakpoint
drop policy tombstone_read_of_own_business on tombstone;
--> statement-breakpoint
drop policy tombstone_inserted_of_own_business on tombstone;
--> statement-breakpoint
drop policy tombstone_updated_of_own_business on tombstone;
--> statement-breakpoint
drop policy tombstone_deleted_of_joined on tombstone;
--> statement-breakpoint
create policy tombstone_of_own_business on tombstone to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
create policy tombstone_for_platform on tombstone for select to regulars_platform using (true);
--> statement-breakpoint
grant select (business_id, gone_at) on tombstone to regulars_platform;
--> statement-breakpoint
-- And the rules by which no late purchase can earn any more.
grant delete on replaced_earning_rule to regulars_serving;
--> statement-breakpoint
create policy replaced_earning_rule_for_platform on replaced_earning_rule for select
  to regulars_platform using (true);
--> statement-breakpoint
grant select (business_id, replaced_at) on replaced_earning_rule to regulars_platform;
