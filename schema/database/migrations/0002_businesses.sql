-- Everything that belongs to a business. Each table: the business first in every key, row-level
-- security enabled and forced, one policy for the login that serves, privileges no wider than
-- needed (append-only tables have no UPDATE and no DELETE). The platform login reads through
-- policies of its own.
create table business (
  id uuid primary key,
  name text not null,
  email text not null,
  phone text,
  business_type text not null,
  status text not null check (status in ('active', 'trial', 'suspended')),
  plan text not null check (plan in ('trial', 'basic', 'pro', 'enterprise')),
  trial_ends_at timestamptz,
  logo_url text,
  primary_color text not null check (primary_color ~ '^#[0-9a-fA-F]{6}$'),
  secondary_color text not null check (secondary_color ~ '^#[0-9a-fA-F]{6}$'),
  accent_color text not null check (accent_color ~ '^#[0-9a-fA-F]{6}$'),
  features jsonb not null,
  welcome_points integer not null check (welcome_points >= 0),
  welcome_discount_percent integer not null check (welcome_discount_percent between 0 and 100),
  points_per_dollar integer not null check (points_per_dollar >= 0),
  welcomes_per_network_per_day integer not null check (welcomes_per_network_per_day >= 0),
  created_at timestamptz not null,
  version bigint not null default 0
);
--> statement-breakpoint
alter table business enable row level security;
--> statement-breakpoint
alter table business force row level security;
--> statement-breakpoint
create policy business_of_own_business on business to regulars_serving
  using (id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, update on business to regulars_serving;
--> statement-breakpoint
create policy business_for_platform on business to regulars_platform using (true) with check (true);
--> statement-breakpoint
grant select, insert, update on business to regulars_platform;
--> statement-breakpoint
create table business_version (
  business_id uuid primary key references business (id),
  version bigint not null default 0,
  min_cursor bigint not null default 0
);
--> statement-breakpoint
alter table business_version enable row level security;
--> statement-breakpoint
alter table business_version force row level security;
--> statement-breakpoint
create policy business_version_of_own_business on business_version to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, update on business_version to regulars_serving;
--> statement-breakpoint
create policy business_version_for_platform on business_version to regulars_platform using (true) with check (true);
--> statement-breakpoint
grant select, insert on business_version to regulars_platform;
--> statement-breakpoint
alter table business_version set (fillfactor = 50);
--> statement-breakpoint
create table qr_code (
  business_id uuid not null references business (id),
  id uuid not null,
  code text not null,
  name text,
  location_name text,
  is_active boolean not null default true,
  scan_count integer not null default 0,
  created_at timestamptz not null,
  version bigint not null,
  primary key (business_id, id),
  unique (business_id, code)
);
--> statement-breakpoint
create index qr_code_by_version on qr_code (business_id, version, id);
--> statement-breakpoint
alter table qr_code enable row level security;
--> statement-breakpoint
alter table qr_code force row level security;
--> statement-breakpoint
create policy qr_code_of_own_business on qr_code to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert, update on qr_code to regulars_serving;
--> statement-breakpoint
create policy qr_code_for_platform on qr_code for select to regulars_platform using (true);
--> statement-breakpoint
grant select on qr_code to regulars_platform;
--> statement-breakpoint
create table customer (
  business_id uuid not null references business (id),
  id uuid not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  -- Compared: lower case, composed, the domain in ASCII.
  email_key text not null,
  -- One mailbox: without plus-tag, and without dots where the provider ignores them.
  mailbox_key text not null,
  phone text,
  -- The sum of her ledger, moved in the same transaction as each entry.
  points integer not null default 0,
  total_spent_cents bigint not null default 0,
  marketing_email boolean not null default false,
  marketing_sms boolean not null default false,
  push_notifications boolean not null default false,
  welcome text not null check (welcome in ('given', 'held', 'refused')),
  joined_by_qr_code_id uuid,
  joined_from text,
  erased_at timestamptz,
  created_at timestamptz not null,
  version bigint not null,
  primary key (business_id, id),
  unique (business_id, email_key),
  foreign key (business_id, joined_by_qr_code_id) references qr_code (business_id, id)
);
--> statement-breakpoint
create index customer_by_version on customer (business_id, version, id);
--> statement-breakpoint
create index customer_by_age on customer (business_id, created_at desc, id desc);
--> statement-breakpoint
create index customer_by_mailbox on customer (business_id, mailbox_key);
--> statement-breakpoint
create index customer_by_network on customer (business_id, joined_from, created_at);
--> statement-breakpoint
alter table customer enable row level security;
--> statement-breakpoint
alter table customer force row level security;
--> statement-breakpoint
create policy customer_of_own_business on customer to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert, update on customer to regulars_serving;
--> statement-breakpoint
create policy customer_for_platform on customer for select to regulars_platform using (true);
--> statement-breakpoint
grant select on customer to regulars_platform;
--> statement-breakpoint
create table member_alias (
  business_id uuid not null references business (id),
  alias_id uuid not null,
  member_id uuid not null,
  primary key (business_id, alias_id),
  foreign key (business_id, member_id) references customer (business_id, id)
);
--> statement-breakpoint
alter table member_alias enable row level security;
--> statement-breakpoint
alter table member_alias force row level security;
--> statement-breakpoint
create policy member_alias_of_own_business on member_alias to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert on member_alias to regulars_serving;
--> statement-breakpoint
create table reward (
  business_id uuid not null references business (id),
  id uuid not null,
  name text not null,
  description text not null,
  points_required integer not null check (points_required > 0),
  discount_type text not null check (discount_type in ('percentage', 'fixed')),
  discount_value numeric(10, 2) not null check (discount_value >= 0),
  is_active boolean not null default true,
  expiry_date timestamptz,
  created_at timestamptz not null,
  version bigint not null,
  primary key (business_id, id)
);
--> statement-breakpoint
create index reward_by_version on reward (business_id, version, id);
--> statement-breakpoint
alter table reward enable row level security;
--> statement-breakpoint
alter table reward force row level security;
--> statement-breakpoint
create policy reward_of_own_business on reward to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert, update on reward to regulars_serving;
--> statement-breakpoint
create policy reward_for_platform on reward for select to regulars_platform using (true);
--> statement-breakpoint
grant select on reward to regulars_platform;
--> statement-breakpoint
create table coupon (
  business_id uuid not null references business (id),
  id uuid not null,
  code text not null,
  member_id uuid not null,
  source text not null check (source in ('welcome', 'reward', 'campaign')),
  reward_id uuid,
  description text not null,
  discount_type text not null check (discount_type in ('percentage', 'fixed')),
  discount_value numeric(10, 2) not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  version bigint not null,
  primary key (business_id, id),
  unique (business_id, code),
  foreign key (business_id, member_id) references customer (business_id, id),
  foreign key (business_id, reward_id) references reward (business_id, id)
);
--> statement-breakpoint
create index coupon_by_version on coupon (business_id, version, id);
--> statement-breakpoint
create index coupon_by_member on coupon (business_id, member_id, issued_at desc);
--> statement-breakpoint
alter table coupon enable row level security;
--> statement-breakpoint
alter table coupon force row level security;
--> statement-breakpoint
create policy coupon_of_own_business on coupon to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert, update on coupon to regulars_serving;
--> statement-breakpoint
create policy coupon_for_platform on coupon for select to regulars_platform using (true);
--> statement-breakpoint
grant select on coupon to regulars_platform;
--> statement-breakpoint
create table purchase (
  business_id uuid not null references business (id),
  id uuid not null,
  member_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  points integer not null check (points >= 0),
  note text,
  -- An account's id, without a foreign key: accounts are kept apart from tenants.
  recorded_by uuid,
  recorded_at timestamptz not null,
  reversed_at timestamptz,
  version bigint not null,
  primary key (business_id, id),
  foreign key (business_id, member_id) references customer (business_id, id)
);
--> statement-breakpoint
create index purchase_by_version on purchase (business_id, version, id);
--> statement-breakpoint
create index purchase_by_member on purchase (business_id, member_id, recorded_at desc);
--> statement-breakpoint
alter table purchase enable row level security;
--> statement-breakpoint
alter table purchase force row level security;
--> statement-breakpoint
create policy purchase_of_own_business on purchase to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert, update on purchase to regulars_serving;
--> statement-breakpoint
create policy purchase_for_platform on purchase for select to regulars_platform using (true);
--> statement-breakpoint
grant select on purchase to regulars_platform;
--> statement-breakpoint
create table points_entry (
  business_id uuid not null references business (id),
  id uuid not null,
  member_id uuid not null,
  reason text not null check
    (reason in ('welcome', 'purchase', 'redemption', 'reversal', 'adjustment', 'expiry')),
  points integer not null,
  description text not null,
  operation_id uuid not null,
  created_at timestamptz not null,
  version bigint not null,
  primary key (business_id, id),
  unique (business_id, operation_id),
  foreign key (business_id, member_id) references customer (business_id, id)
);
--> statement-breakpoint
create index points_entry_by_version on points_entry (business_id, version, id);
--> statement-breakpoint
create index points_entry_by_member on points_entry (business_id, member_id, created_at desc, id desc);
--> statement-breakpoint
alter table points_entry enable row level security;
--> statement-breakpoint
alter table points_entry force row level security;
--> statement-breakpoint
create policy points_entry_of_own_business on points_entry to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert on points_entry to regulars_serving;
--> statement-breakpoint
create policy points_entry_for_platform on points_entry for select to regulars_platform using (true);
--> statement-breakpoint
grant select on points_entry to regulars_platform;
--> statement-breakpoint
create table scan (
  business_id uuid not null references business (id),
  id uuid not null,
  qr_code_id uuid not null,
  scanned_at timestamptz not null,
  recorded_at timestamptz not null,
  primary key (business_id, id),
  foreign key (business_id, qr_code_id) references qr_code (business_id, id)
);
--> statement-breakpoint
create index scan_by_time on scan (business_id, recorded_at);
--> statement-breakpoint
alter table scan enable row level security;
--> statement-breakpoint
alter table scan force row level security;
--> statement-breakpoint
create policy scan_of_own_business on scan to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert on scan to regulars_serving;
--> statement-breakpoint
create policy scan_for_platform on scan for select to regulars_platform using (true);
--> statement-breakpoint
grant select on scan to regulars_platform;
--> statement-breakpoint
create table scan_unfolded (
  business_id uuid not null references business (id),
  scan_id uuid not null,
  qr_code_id uuid not null,
  primary key (business_id, scan_id)
);
--> statement-breakpoint
alter table scan_unfolded enable row level security;
--> statement-breakpoint
alter table scan_unfolded force row level security;
--> statement-breakpoint
create policy scan_unfolded_of_own_business on scan_unfolded to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert, delete on scan_unfolded to regulars_serving;
--> statement-breakpoint
create policy scan_unfolded_for_platform on scan_unfolded for select to regulars_platform using (true);
--> statement-breakpoint
grant select on scan_unfolded to regulars_platform;
--> statement-breakpoint
create table consent_record (
  business_id uuid not null references business (id),
  id uuid not null,
  member_id uuid not null,
  channel text not null check (channel in ('email', 'sms', 'push', 'terms', 'privacy')),
  granted boolean not null,
  text_version text not null,
  screen text not null,
  recorded_at timestamptz not null,
  primary key (business_id, id),
  foreign key (business_id, member_id) references customer (business_id, id)
);
--> statement-breakpoint
create index consent_record_by_member on consent_record (business_id, member_id, recorded_at);
--> statement-breakpoint
alter table consent_record enable row level security;
--> statement-breakpoint
alter table consent_record force row level security;
--> statement-breakpoint
create policy consent_record_of_own_business on consent_record to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert on consent_record to regulars_serving;
--> statement-breakpoint
create table outbox (
  business_id uuid not null references business (id),
  outbox_id uuid not null,
  account_id uuid not null,
  next_seq bigint not null default 1,
  last_heard_at timestamptz not null,
  created_at timestamptz not null,
  primary key (business_id, outbox_id)
);
--> statement-breakpoint
alter table outbox enable row level security;
--> statement-breakpoint
alter table outbox force row level security;
--> statement-breakpoint
create policy outbox_of_own_business on outbox to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert, update on outbox to regulars_serving;
--> statement-breakpoint
create table applied_operation (
  business_id uuid not null references business (id),
  operation_id uuid not null,
  outbox_id uuid,
  seq bigint,
  name text not null,
  v integer not null,
  payload_hash text not null,
  payload jsonb,
  status text not null check (status in ('applied', 'refused', 'parked', 'discarded')),
  code text,
  message text,
  result jsonb,
  -- What the operation brought into being: what depends on it asks for this id.
  subject_id uuid,
  -- Of a parked one: the id that has to arrive first.
  waits_for uuid,
  asker text not null,
  account_id uuid,
  made_at timestamptz not null,
  received_at timestamptz not null,
  settled_at timestamptz not null,
  version bigint not null,
  primary key (business_id, operation_id)
);
--> statement-breakpoint
create unique index applied_operation_by_seq on applied_operation (business_id, outbox_id, seq) where outbox_id is not null;
--> statement-breakpoint
create index applied_operation_by_subject on applied_operation (business_id, subject_id) where subject_id is not null;
--> statement-breakpoint
create index applied_operation_parked on applied_operation (business_id, received_at, operation_id) where status = 'parked';
--> statement-breakpoint
create index applied_operation_awaited on applied_operation (business_id, waits_for) where status = 'parked';
--> statement-breakpoint
create index applied_operation_by_version on applied_operation (business_id, version, operation_id);
--> statement-breakpoint
alter table applied_operation enable row level security;
--> statement-breakpoint
alter table applied_operation force row level security;
--> statement-breakpoint
create policy applied_operation_of_own_business on applied_operation to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert, update on applied_operation to regulars_serving;
--> statement-breakpoint
create table tombstone (
  business_id uuid not null references business (id),
  table_name text not null,
  id uuid not null,
  version bigint not null,
  primary key (business_id, table_name, id)
);
--> statement-breakpoint
create index tombstone_by_version on tombstone (business_id, version, id);
--> statement-breakpoint
alter table tombstone enable row level security;
--> statement-breakpoint
alter table tombstone force row level security;
--> statement-breakpoint
create policy tombstone_of_own_business on tombstone to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert on tombstone to regulars_serving;
--> statement-breakpoint
create table audit_record (
  business_id uuid not null references business (id),
  id uuid not null,
  happened_at timestamptz not null,
  actor_kind text not null,
  actor_id uuid,
  act text not null,
  subject_id text,
  outcome text not null check (outcome in ('done', 'refused', 'parked')),
  code text,
  network text,
  primary key (business_id, id)
);
--> statement-breakpoint
create index audit_record_by_time on audit_record (business_id, happened_at desc, id desc);
--> statement-breakpoint
alter table audit_record enable row level security;
--> statement-breakpoint
alter table audit_record force row level security;
--> statement-breakpoint
create policy audit_record_of_own_business on audit_record to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert on audit_record to regulars_serving;
--> statement-breakpoint
create policy audit_record_for_platform on audit_record to regulars_platform using (true) with check (true);
--> statement-breakpoint
grant select, insert on audit_record to regulars_platform;
