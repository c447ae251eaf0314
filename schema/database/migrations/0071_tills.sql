-- A till is an account that nobody signs in to: a shared device with a session of its own.
alter table account add column till_name text
  check (till_name is null or (role = 'staff' and business_id is not null));
--> statement-breakpoint
alter table account add column pin_salt bytea;
--> statement-breakpoint
alter table account add column pin_key text;
--> statement-breakpoint
alter table account add column pin_set_at timestamptz;
--> statement-breakpoint
alter table account add constraint account_has_a_whole_pin
  check ((pin_salt is null) = (pin_key is null) and (pin_salt is null) = (pin_set_at is null));
