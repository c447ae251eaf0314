-- Password resets by a mailed link: 128 random bits, kept as a digest, for one use. Guessed codes
-- neither reach nor end them.
create table reset_link (
  token_hash text primary key,
  -- No foreign key: of an unknown address it points at nobody.
  account_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
--> statement-breakpoint
create index reset_link_by_account on reset_link (account_id);
--> statement-breakpoint
create index reset_link_by_expiry on reset_link (expires_at);
--> statement-breakpoint
alter table reset_link enable row level security;
--> statement-breakpoint
alter table reset_link force row level security;
--> statement-breakpoint
create policy reset_link_for_platform on reset_link to regulars_platform using (true) with check (true);
--> statement-breakpoint
grant select, insert, delete on reset_link to regulars_platform;
