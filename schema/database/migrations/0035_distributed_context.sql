-- A distributed database hands the business to its workers only when told so, and without it every
-- call would quietly find nothing: the function says so itself, where no operator can forget it.
-- On one PostgreSQL the setting is a name that nobody reads.
create or replace function enter_business(business uuid) returns void language plpgsql as $$
begin
  set local citus.propagate_set_commands = 'local';
  execute format('set local app.business_id = %L', business::text);
end $$;
--> statement-breakpoint
create or replace function enter_lookup(key text) returns void language plpgsql as $$
begin
  set local citus.propagate_set_commands = 'local';
  execute format('set local app.lookup_key = %L', key);
end $$;
