-- One-time links that open the card of a member without an email (docs/members.md, part 7).
create table card_link (
  business_id uuid not null references business (id),
  digest text not null,
  member_id uuid not null,
  expires_at timestamptz not null,
  opened_at timestamptz,
  -- The key that it made: a repeated request is answered alike.
  key_digest text,
  primary key (business_id, digest)
);
--> statement-breakpoint
create index card_link_by_member on card_link (business_id, member_id);
--> statement-breakpoint
create index card_link_by_end on card_link (business_id, expires_at);
--> statement-breakpoint
alter table card_link enable row level security;
--> statement-breakpoint
alter table card_link force row level security;
--> statement-breakpoint
create policy card_link_of_own_business on card_link to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert, delete on card_link to regulars_serving;
--> statement-breakpoint
grant update (opened_at, key_digest) on card_link to regulars_serving;
