-- Notifications on customers' phones (docs/product.md): whom, what is on its way, and up to where a
-- business's events have been looked through. Erasing a member deletes their rows.
--> statement-breakpoint
create table notification_device (
  business_id uuid not null references business (id),
  endpoint_digest text not null,
  member_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  kinds text[] not null,
  quiet_from text not null,
  quiet_until text not null,
  time_zone text not null,
  language text not null,
  created_at timestamptz not null,
  primary key (business_id, member_id, endpoint_digest),
  foreign key (business_id, member_id) references customer (business_id, id)
);
--> statement-breakpoint
alter table notification_device enable row level security;
--> statement-breakpoint
alter table notification_device force row level security;
--> statement-breakpoint
create policy notification_device_of_own_business on notification_device to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert, update, delete on notification_device to regulars_serving;
--> statement-breakpoint
-- The job that sends sees the devices of all businesses, and lets go of those that are gone.
create policy notification_device_for_platform on notification_device to regulars_platform
  using (true) with check (true);
--> statement-breakpoint
grant select, delete on notification_device to regulars_platform;
--> statement-breakpoint
create table notification_queue (
  business_id uuid not null references business (id),
  id uuid not null,
  member_id uuid not null,
  endpoint_digest text not null,
  kind text not null,
  fields jsonb not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  primary key (business_id, id),
  foreign key (business_id, member_id, endpoint_digest)
    references notification_device (business_id, member_id, endpoint_digest)
);
--> statement-breakpoint
alter table notification_queue enable row level security;
--> statement-breakpoint
alter table notification_queue force row level security;
--> statement-breakpoint
create policy notification_queue_of_own_business on notification_queue to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert, update, delete on notification_queue to regulars_serving;
--> statement-breakpoint
create index notification_queue_due on notification_queue (due_at);
--> statement-breakpoint
create index notification_queue_by_device on notification_queue (business_id, member_id, endpoint_digest);
--> statement-breakpoint
create policy notification_queue_for_platform on notification_queue to regulars_platform
  using (true) with check (true);
--> statement-breakpoint
grant select, update, delete on notification_queue to regulars_platform;
--> statement-breakpoint
create table notification_progress (
  business_id uuid not null references business (id),
  version bigint not null,
  coupons_until timestamptz not null,
  primary key (business_id)
);
--> statement-breakpoint
alter table notification_progress enable row level security;
--> statement-breakpoint
alter table notification_progress force row level security;
--> statement-breakpoint
create policy notification_progress_of_own_business on notification_progress to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert, update, delete on notification_progress to regulars_serving;
--> statement-breakpoint
create policy notification_progress_for_platform on notification_progress for select to regulars_platform using (true);
--> statement-breakpoint
grant select on notification_progress to regulars_platform;
