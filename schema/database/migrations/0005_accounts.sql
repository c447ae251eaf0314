-- Accounts and sessions: tables of the platform login alone. The login that serves tenants has no
-- privilege on them, and no table of a business refers to them. `business_id` stands here without
-- a foreign key, so that a business may live on another node than the accounts.
create table account (
  id uuid primary key,
  email text not null,
  -- Compared: lower case, composed, the domain in ASCII.
  email_key text not null,
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  phone text,
  role text not null check (role in ('super_admin', 'business_admin', 'staff')),
  business_id uuid,
  marketing_email boolean not null default false,
  marketing_consent_at timestamptz,
  created_at timestamptz not null,
  withdrawn_at timestamptz,
  withdrawn_because text check (withdrawn_because in ('deactivated', 'removed', 'erased')),
  check ((role = 'super_admin') = (business_id is null)),
  check ((withdrawn_at is null) = (withdrawn_because is null))
);
--> statement-breakpoint
create unique index account_by_email on account (email_key) where withdrawn_at is null;
--> statement-breakpoint
create index account_by_business on account (business_id, created_at, id);
--> statement-breakpoint
alter table account enable row level security;
--> statement-breakpoint
alter table account force row level security;
--> statement-breakpoint
create policy account_for_platform on account to regulars_platform using (true) with check (true);
--> statement-breakpoint
grant select, insert, update on account to regulars_platform;
--> statement-breakpoint
create table session (
  id uuid primary key,
  account_id uuid not null references account (id),
  token_hash text not null unique,
  device text not null,
  network text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- Until when a fresh password stands.
  elevated_until timestamptz,
  ended_at timestamptz
);
--> statement-breakpoint
create index session_by_account on session (account_id, created_at);
--> statement-breakpoint
create index session_by_expiry on session (expires_at);
--> statement-breakpoint
alter table session enable row level security;
--> statement-breakpoint
alter table session force row level security;
--> statement-breakpoint
create policy session_for_platform on session to regulars_platform using (true) with check (true);
--> statement-breakpoint
grant select, insert, update, delete on session to regulars_platform;
--> statement-breakpoint
-- Counted tries. The count and the pause change in one statement, so that no number of parallel
-- tries gets past a limit.
create table attempt (
  key text primary key,
  count integer not null,
  since_at timestamptz not null,
  last_at timestamptz not null,
  paused_until timestamptz
);
--> statement-breakpoint
create index attempt_by_age on attempt (last_at);
--> statement-breakpoint
alter table attempt enable row level security;
--> statement-breakpoint
alter table attempt force row level security;
--> statement-breakpoint
create policy attempt_for_platform on attempt to regulars_platform using (true) with check (true);
--> statement-breakpoint
grant select, insert, update, delete on attempt to regulars_platform;
--> statement-breakpoint
create table account_consent (
  id uuid primary key,
  account_id uuid not null references account (id),
  channel text not null check (channel in ('email')),
  granted boolean not null,
  text_version text not null,
  screen text not null,
  recorded_at timestamptz not null
);
--> statement-breakpoint
create index account_consent_by_account on account_consent (account_id, recorded_at);
--> statement-breakpoint
alter table account_consent enable row level security;
--> statement-breakpoint
alter table account_consent force row level security;
--> statement-breakpoint
create policy account_consent_for_platform on account_consent to regulars_platform using (true) with check (true);
--> statement-breakpoint
grant select, insert on account_consent to regulars_platform;
--> statement-breakpoint
create table account_photo (
  account_id uuid primary key references account (id),
  id uuid not null unique,
  webp bytea not null,
  created_at timestamptz not null
);
--> statement-breakpoint
alter table account_photo enable row level security;
--> statement-breakpoint
alter table account_photo force row level security;
--> statement-breakpoint
create policy account_photo_for_platform on account_photo to regulars_platform using (true) with check (true);
--> statement-breakpoint
grant select, insert, update, delete on account_photo to regulars_platform;
