-- Of whom was erased before erasures did so too: a digest of a name and an address can be guessed.
alter table applied_operation no force row level security;
--> statement-breakpoint
alter table customer no force row level security;
--> statement-breakpoint
alter table member_alias no force row level security;
--> statement-breakpoint
with erased as (
  select business_id, id from customer where erased_at is not null
  union all
  select a.business_id, a.alias_id from member_alias a
    join customer c on c.business_id = a.business_id and c.id = a.member_id
    where c.erased_at is not null)
update applied_operation o set payload_hash = 'erased' from erased e
  where o.business_id = e.business_id
    and (o.subject_id = e.id or o.result ->> 'memberId' = e.id::text);
--> statement-breakpoint
alter table member_alias force row level security;
--> statement-breakpoint
alter table customer force row level security;
--> statement-breakpoint
alter table applied_operation force row level security;
