-- Campaigns: whom they reach, how far each has come, and who got what once (docs/product.md).
-- Month and day alone: for a birthday the year is nobody's business.
alter table customer add column birthday text
  check (birthday ~ '^(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$');
--> statement-breakpoint
create table campaign (
  business_id uuid not null references business (id),
  id uuid not null,
  name text not null,
  audience jsonb not null,
  subject text not null,
  message text not null,
  -- Of whoever wrote it: the rest of the mail is in the same one.
  language text not null default 'en',
  discount_type text not null check (discount_type in ('percentage', 'fixed')),
  discount_value numeric(10, 2) not null check (discount_value > 0),
  coupon_days integer not null check (coupon_days > 0),
  is_active boolean not null,
  finished_at timestamptz,
  retired_at timestamptz,
  -- The operation that last changed it.
  revision uuid not null,
  created_at timestamptz not null,
  position uuid,
  next_round_at timestamptz not null,
  audience_count integer check (audience_count >= 0),
  primary key (business_id, id)
);
--> statement-breakpoint
alter table campaign enable row level security;
--> statement-breakpoint
alter table campaign force row level security;
--> statement-breakpoint
create policy campaign_of_own_business on campaign to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert, update on campaign to regulars_serving;
--> statement-breakpoint
create index campaign_due on campaign (next_round_at)
  where is_active and finished_at is null and retired_at is null;
--> statement-breakpoint
-- The job that runs them asks all businesses which are due.
create policy campaign_for_platform on campaign for select to regulars_platform using (true);
--> statement-breakpoint
grant select on campaign to regulars_platform;
--> statement-breakpoint
create table campaign_recipient (
  business_id uuid not null references business (id),
  campaign_id uuid not null,
  member_id uuid not null,
  entry text not null,
  coupon_id uuid not null,
  issued_at timestamptz not null,
  mailed_at timestamptz,
  opened_at timestamptz,
  primary key (business_id, campaign_id, member_id, entry),
  unique (business_id, coupon_id),
  foreign key (business_id, campaign_id) references campaign (business_id, id),
  foreign key (business_id, member_id) references customer (business_id, id)
);
--> statement-breakpoint
alter table campaign_recipient enable row level security;
--> statement-breakpoint
alter table campaign_recipient force row level security;
--> statement-breakpoint
create policy campaign_recipient_of_own_business on campaign_recipient to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
-- Erasing a member deletes their rows.
grant select, insert, update, delete on campaign_recipient to regulars_serving;
--> statement-breakpoint
create index campaign_recipient_by_member on campaign_recipient (business_id, member_id);
--> statement-breakpoint
-- Whoever hands mails over notes that one went out.
create policy campaign_recipient_for_platform on campaign_recipient to regulars_platform
  using (true) with check (true);
--> statement-breakpoint
grant select, update on campaign_recipient to regulars_platform;
--> statement-breakpoint
-- Many at once, and none that anybody waits for: codes and links go first.
alter table email_queue add column is_bulk boolean not null default false;
--> statement-breakpoint
drop index email_queue_due;
--> statement-breakpoint
create index email_queue_due on email_queue (is_bulk, due_at, id) where sent_at is null;
--> statement-breakpoint
create index email_queue_by_subject on email_queue (subject_id);
