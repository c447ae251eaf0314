-- However many networks they come from: what visitors bring beyond it joins, and the welcome is held.
alter table business add column welcomes_per_hour integer not null default 500
  check (welcomes_per_hour >= 0);
--> statement-breakpoint
-- Who came by themselves, by time: what staff hand in is not looked through to count them.
create index customer_by_visit on customer (business_id, created_at) where joined_from is not null;
