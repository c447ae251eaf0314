-- The same rights without restrictive policies, which Citus copies to its shards as permissive ones
-- (docs/decisions/0482-samples-are-deleted-by-cascade.md): a delete has a policy of its own.
drop policy customer_of_own_business on customer;
--> statement-breakpoint
drop policy customer_deleted_of_samples on customer;
--> statement-breakpoint
create policy customer_read_of_own_business on customer for select to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
create policy customer_inserted_of_own_business on customer for insert to regulars_serving
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
create policy customer_updated_of_own_business on customer for update to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
create policy customer_deleted_of_samples on customer for delete to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid and is_sample);
--> statement-breakpoint
drop policy tombstone_of_own_business on tombstone;
--> statement-breakpoint
drop policy tombstone_deleted_of_joined on tombstone;
--> statement-breakpoint
create policy tombstone_read_of_own_business on tombstone for select to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
create policy tombstone_inserted_of_own_business on tombstone for insert to regulars_serving
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
create policy tombstone_updated_of_own_business on tombstone for update to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
create policy tombstone_deleted_of_joined on tombstone for delete to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid and table_name in ('customer', 'memberJoin'));
