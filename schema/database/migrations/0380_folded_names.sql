-- A name, an email and a phone number as both sides compare them, written by the server
-- (schema/contract/search-text.ts). Empty until the server has filled what earlier releases wrote.
alter table customer
  add column folded_name text, add column folded_email text, add column phone_digits text;
--> statement-breakpoint
create index customer_unfolded on customer (business_id) where folded_name is null;
