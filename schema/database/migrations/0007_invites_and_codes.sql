-- How people get an account and back into it: invites, registrations, one-time codes. Tables of
-- the platform login alone.
create table invite (
  id uuid primary key,
  code text not null unique,
  kind text not null check (kind in ('owner', 'staff')),
  business_id uuid,
  business_name text not null,
  email text not null,
  email_key text not null,
  created_by uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- The registration that holds it; a later one with the same code takes over.
  reserved_by uuid,
  used_at timestamptz,
  used_by uuid,
  revoked_at timestamptz,
  check ((kind = 'staff') = (business_id is not null))
);
--> statement-breakpoint
create index invite_by_email on invite (email_key);
--> statement-breakpoint
create index invite_by_age on invite (created_at desc, id desc);
--> statement-breakpoint
create index invite_by_business on invite (business_id, created_at) where business_id is not null;
--> statement-breakpoint
alter table invite enable row level security;
--> statement-breakpoint
alter table invite force row level security;
--> statement-breakpoint
create policy invite_for_platform on invite to regulars_platform using (true) with check (true);
--> statement-breakpoint
grant select, insert, update on invite to regulars_platform;
--> statement-breakpoint
create table registration (
  id uuid primary key,
  invite_id uuid not null references invite (id),
  email text not null,
  email_key text not null,
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
--> statement-breakpoint
create index registration_by_email on registration (email_key, created_at desc);
--> statement-breakpoint
create index registration_by_invite on registration (invite_id);
--> statement-breakpoint
alter table registration enable row level security;
--> statement-breakpoint
alter table registration force row level security;
--> statement-breakpoint
create policy registration_for_platform on registration to regulars_platform using (true) with check (true);
--> statement-breakpoint
grant select, insert, update, delete on registration to regulars_platform;
--> statement-breakpoint
create table account_flow (
  id uuid primary key,
  purpose text not null check (purpose in ('register', 'reset', 'changeEmail')),
  -- No foreign key: of an unknown address it points at nobody.
  subject_id uuid not null,
  recipient text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
--> statement-breakpoint
create index account_flow_by_subject on account_flow (subject_id);
--> statement-breakpoint
create index account_flow_by_expiry on account_flow (expires_at);
--> statement-breakpoint
alter table account_flow enable row level security;
--> statement-breakpoint
alter table account_flow force row level security;
--> statement-breakpoint
create policy account_flow_for_platform on account_flow to regulars_platform using (true) with check (true);
--> statement-breakpoint
grant select, insert, delete on account_flow to regulars_platform;
--> statement-breakpoint
create table one_time_code (
  id uuid primary key,
  purpose text not null check (purpose in ('register', 'reset', 'changeEmail')),
  subject_id uuid not null,
  -- Keyed by the server's secret: a million codes are soon tried.
  code_hash text not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
--> statement-breakpoint
-- A new code ends the old one: no two are alive.
create unique index one_time_code_alive on one_time_code (purpose, subject_id) where ended_at is null;
--> statement-breakpoint
create index one_time_code_by_expiry on one_time_code (expires_at);
--> statement-breakpoint
alter table one_time_code enable row level security;
--> statement-breakpoint
alter table one_time_code force row level security;
--> statement-breakpoint
create policy one_time_code_for_platform on one_time_code to regulars_platform using (true) with check (true);
--> statement-breakpoint
grant select, insert, update, delete on one_time_code to regulars_platform;
--> statement-breakpoint
create table email_change (
  account_id uuid primary key references account (id),
  -- What its code is for: another address, another subject.
  subject_id uuid not null unique,
  flow_id uuid not null,
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
--> statement-breakpoint
alter table email_change enable row level security;
--> statement-breakpoint
alter table email_change force row level security;
--> statement-breakpoint
create policy email_change_for_platform on email_change to regulars_platform using (true) with check (true);
--> statement-breakpoint
grant select, insert, update, delete on email_change to regulars_platform;
