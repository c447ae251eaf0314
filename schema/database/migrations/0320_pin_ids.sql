-- Each PIN has an id that the keys it opens follow from, so that a key ends with its PIN. PINs of
-- before have none until they are changed; whoever has no PIN now gets an id, so that the keys of
-- their earlier PINs count no more.
alter table account add column pin_id uuid;
--> statement-breakpoint
update account set pin_id = gen_random_uuid()
  where pin_set_at is null and withdrawn_at is null and till_name is null and business_id is not null;
--> statement-breakpoint
-- What the server seals a till's keys to: the public half of a key pair that does not leave the till.
alter table account add column till_public_key text
  check (till_public_key is null or till_name is not null);
--> statement-breakpoint
create table former_pin (
  account_id uuid not null references account (id),
  -- All zeros for one that had no id.
  pin_id uuid not null,
  ended_at timestamptz not null,
  primary key (account_id, pin_id)
);
--> statement-breakpoint
-- When a till first asked who may unlock it after the PIN had ended.
create table former_pin_told (
  till_id uuid not null references account (id),
  account_id uuid not null,
  pin_id uuid not null,
  told_at timestamptz not null,
  primary key (till_id, account_id, pin_id),
  foreign key (account_id, pin_id) references former_pin (account_id, pin_id) on delete cascade
);
--> statement-breakpoint
create index former_pin_told_by_pin on former_pin_told (account_id, pin_id);
--> statement-breakpoint
alter table former_pin enable row level security;
--> statement-breakpoint
alter table former_pin force row level security;
--> statement-breakpoint
create policy former_pin_for_platform on former_pin to regulars_platform
  using (true) with check (true);
--> statement-breakpoint
grant select, insert, delete on former_pin to regulars_platform;
--> statement-breakpoint
alter table former_pin_told enable row level security;
--> statement-breakpoint
alter table former_pin_told force row level security;
--> statement-breakpoint
create policy former_pin_told_for_platform on former_pin_told to regulars_platform
  using (true) with check (true);
--> statement-breakpoint
grant select, insert on former_pin_told to regulars_platform;
