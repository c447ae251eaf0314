-- When each business's daily upkeep is due. A business without a row is due at once, so a migration
-- that leaves work to it deletes the rows.
create table upkeep (
  business_id uuid not null references business (id),
  due_at timestamptz not null,
  primary key (business_id)
);
--> statement-breakpoint
create index upkeep_by_due on upkeep (due_at);
--> statement-breakpoint
alter table upkeep enable row level security;
--> statement-breakpoint
alter table upkeep force row level security;
--> statement-breakpoint
create policy upkeep_of_own_business on upkeep to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert, update on upkeep to regulars_serving;
--> statement-breakpoint
create policy upkeep_for_platform on upkeep for select to regulars_platform using (true);
--> statement-breakpoint
grant select on upkeep to regulars_platform;
--> statement-breakpoint
-- Finds the businesses with an erasure that is due.
grant select (erasure_due_at) on customer to regulars_platform;
