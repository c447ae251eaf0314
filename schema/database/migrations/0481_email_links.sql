-- Links that a business's owners cause, for a day, to bound them per member and per mailbox
-- (docs/members.md, part 1).
create table email_link (
  business_id uuid not null references business (id),
  id uuid not null,
  member_id uuid not null,
  mailbox_key text not null,
  mailed_at timestamptz not null,
  primary key (business_id, id)
);
--> statement-breakpoint
create index email_link_by_member on email_link (business_id, member_id, mailed_at);
--> statement-breakpoint
create index email_link_by_mailbox on email_link (business_id, mailbox_key, mailed_at);
--> statement-breakpoint
create index email_link_by_time on email_link (business_id, mailed_at);
--> statement-breakpoint
alter table email_link enable row level security;
--> statement-breakpoint
alter table email_link force row level security;
--> statement-breakpoint
create policy email_link_of_own_business on email_link to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert, delete on email_link to regulars_serving;
