-- The second step of signing in: passkeys, authenticator apps, recovery codes. `second_factor_since`
-- alone decides whether a sign-in asks for it.
alter table account add column second_factor_since timestamptz;
--> statement-breakpoint
create table passkey (
  id uuid primary key,
  account_id uuid not null references account (id),
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
--> statement-breakpoint
create index passkey_by_account on passkey (account_id);
--> statement-breakpoint
alter table passkey enable row level security;
--> statement-breakpoint
alter table passkey force row level security;
--> statement-breakpoint
create policy passkey_for_platform on passkey to regulars_platform using (true) with check (true);
--> statement-breakpoint
grant select, insert, update, delete on passkey to regulars_platform;
--> statement-breakpoint
create table authenticator_app (
  account_id uuid primary key references account (id),
  -- Sealed with a key of the server's: a copy of the database makes no codes.
  sealed_secret text not null,
  created_at timestamptz not null,
  -- The time step of the last code that was taken: no code counts twice.
  last_step bigint not null default 0
);
--> statement-breakpoint
alter table authenticator_app enable row level security;
--> statement-breakpoint
alter table authenticator_app force row level security;
--> statement-breakpoint
create policy authenticator_app_for_platform on authenticator_app to regulars_platform
  using (true) with check (true);
--> statement-breakpoint
grant select, insert, update, delete on authenticator_app to regulars_platform;
--> statement-breakpoint
create table recovery_code (
  account_id uuid not null references account (id),
  code_hash text not null,
  primary key (account_id, code_hash)
);
--> statement-breakpoint
alter table recovery_code enable row level security;
--> statement-breakpoint
alter table recovery_code force row level security;
--> statement-breakpoint
create policy recovery_code_for_platform on recovery_code to regulars_platform
  using (true) with check (true);
--> statement-breakpoint
grant select, insert, delete on recovery_code to regulars_platform;
--> statement-breakpoint
-- A sign-in whose password was right, and what a session that adds a passkey was challenged with.
create table second_step (
  id uuid primary key,
  account_id uuid not null references account (id),
  session_id uuid,
  challenge text,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
--> statement-breakpoint
create index second_step_by_account on second_step (account_id);
--> statement-breakpoint
create index second_step_by_expiry on second_step (expires_at);
--> statement-breakpoint
alter table second_step enable row level security;
--> statement-breakpoint
alter table second_step force row level security;
--> statement-breakpoint
create policy second_step_for_platform on second_step to regulars_platform
  using (true) with check (true);
--> statement-breakpoint
grant select, insert, update, delete on second_step to regulars_platform;
