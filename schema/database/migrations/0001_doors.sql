-- The doors into a transaction. Context is transaction-local and set once, first, by these two
-- functions only. SET LOCAL inside a function body, never set_config: workers of a distributed
-- database receive the one and not the other.
create function enter_business(business uuid) returns void language plpgsql as $$
begin
  execute format('set local app.business_id = %L', business::text);
end $$;
--> statement-breakpoint
-- For the two look-ups that answer a business and nothing else: a sign-up code, a customer's key.
create function enter_lookup(key text) returns void language plpgsql as $$
begin
  execute format('set local app.lookup_key = %L', key);
end $$;
--> statement-breakpoint
create table installation (
  one boolean primary key default true check (one),
  epoch text not null,
  demo_seeded_at timestamptz,
  created_at timestamptz not null
);
--> statement-breakpoint
grant select on installation to regulars_serving, regulars_platform;
--> statement-breakpoint
grant insert, update on installation to regulars_platform;
