-- Customers' keys and the codes of invites are kept as digests: a copy of the database opens no card
-- and uses no invite. What mails and lists have to say again is sealed beside them, with a key that
-- is not in here: what was kept in clear has no such copy, and the next mail brings a new one.
alter table customer_key add column digest text;
--> statement-breakpoint
alter table customer_key add column sealed text;
--> statement-breakpoint
alter table customer_key no force row level security;
--> statement-breakpoint
update customer_key set digest = encode(sha256(convert_to(key::text, 'UTF8')), 'hex');
--> statement-breakpoint
alter table customer_key force row level security;
--> statement-breakpoint
drop policy customer_key_looked_up on customer_key;
--> statement-breakpoint
alter table customer_key drop column key;
--> statement-breakpoint
alter table customer_key add primary key (digest);
--> statement-breakpoint
create policy customer_key_looked_up on customer_key for select to regulars_serving
  using (digest = nullif(current_setting('app.lookup_key', true), ''));
--> statement-breakpoint
grant update (sealed) on customer_key to regulars_serving;
--> statement-breakpoint
alter table applied_operation no force row level security;
--> statement-breakpoint
-- What waits is done with the digest; what was done answers a repeat by the key in its body.
update applied_operation
  set payload = (payload - 'key') || jsonb_build_object('keyDigest',
    encode(sha256(convert_to(lower(payload ->> 'key'), 'UTF8')), 'hex'))
  where name = 'customer.signUp' and jsonb_typeof(payload) = 'object' and payload ? 'key';
--> statement-breakpoint
update applied_operation set result = result - 'key'
  where name = 'customer.signUp' and result ? 'key';
--> statement-breakpoint
alter table applied_operation force row level security;
--> statement-breakpoint
alter table invite add column code_digest text;
--> statement-breakpoint
alter table invite add column sealed_code text;
--> statement-breakpoint
alter table invite no force row level security;
--> statement-breakpoint
update invite set code_digest = encode(sha256(convert_to(code, 'UTF8')), 'hex');
--> statement-breakpoint
alter table invite force row level security;
--> statement-breakpoint
alter table invite drop column code;
--> statement-breakpoint
alter table invite alter column code_digest set not null;
--> statement-breakpoint
alter table invite add constraint invite_by_code unique (code_digest);
