-- What was done on the platform itself. Append-only; the one thing that may change afterwards is
-- that a network address is forgotten, and only after 90 days.
create table platform_audit_record (
  id uuid primary key,
  happened_at timestamptz not null,
  actor_kind text not null,
  actor_id uuid,
  act text not null,
  subject_id text,
  outcome text not null check (outcome in ('done', 'refused', 'parked')),
  code text,
  network text
);
--> statement-breakpoint
create index platform_audit_record_by_time on platform_audit_record (happened_at desc, id desc);
--> statement-breakpoint
alter table platform_audit_record enable row level security;
--> statement-breakpoint
alter table platform_audit_record force row level security;
--> statement-breakpoint
drop policy audit_record_for_platform on audit_record;
--> statement-breakpoint
create policy platform_audit_record_read_by_platform on platform_audit_record for select to regulars_platform using (true);
--> statement-breakpoint
create policy platform_audit_record_written_by_platform on platform_audit_record for insert to regulars_platform with check (true);
--> statement-breakpoint
create policy platform_audit_record_forgets_networks on platform_audit_record for update to regulars_platform
  using (happened_at < now() - interval '90 days') with check (network is null);
--> statement-breakpoint
create policy audit_record_read_by_platform on audit_record for select to regulars_platform using (true);
--> statement-breakpoint
create policy audit_record_written_by_platform on audit_record for insert to regulars_platform with check (true);
--> statement-breakpoint
create policy audit_record_forgets_networks on audit_record for update to regulars_platform
  using (happened_at < now() - interval '90 days') with check (network is null);
--> statement-breakpoint
grant select, insert on platform_audit_record to regulars_platform;
--> statement-breakpoint
grant update (network) on platform_audit_record to regulars_platform;
--> statement-breakpoint
grant update (network) on audit_record to regulars_platform;
--> statement-breakpoint
-- The log over all businesses, newest first.
create index audit_record_over_all on audit_record (happened_at desc, id desc);
--> statement-breakpoint
create index audit_record_by_actor on audit_record (actor_id, happened_at) where actor_id is not null;
--> statement-breakpoint
create index platform_audit_record_by_actor on platform_audit_record (actor_id, happened_at) where actor_id is not null;
