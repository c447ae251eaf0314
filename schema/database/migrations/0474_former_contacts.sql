-- What members were reached by before a correction, and the address that a mailed link will move one
-- to (docs/members.md, part 1).
alter table customer
  add column pending_email text,
  add column pending_change_id uuid,
  add column pending_until timestamptz;
--> statement-breakpoint
create table former_contact (
  business_id uuid not null references business (id),
  change_id uuid not null,
  kind text not null check (kind in ('email', 'phone')),
  member_id uuid not null,
  former text not null,
  email_key text,
  mailbox_key text,
  changed_at timestamptz not null,
  changed_by uuid,
  undo_until timestamptz not null,
  undone_at timestamptz,
  primary key (business_id, change_id, kind)
);
--> statement-breakpoint
create index former_contact_by_member on former_contact (business_id, member_id);
--> statement-breakpoint
-- A sign-up with a former address gets no second welcome.
create index former_contact_by_mailbox on former_contact (business_id, mailbox_key)
  where mailbox_key is not null;
--> statement-breakpoint
-- Numbers are only kept to undo their change.
create index former_contact_numbers on former_contact (business_id, undo_until)
  where kind = 'phone';
--> statement-breakpoint
alter table former_contact enable row level security;
--> statement-breakpoint
alter table former_contact force row level security;
--> statement-breakpoint
create policy former_contact_of_own_business on former_contact to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert, delete on former_contact to regulars_serving;
--> statement-breakpoint
grant update (undone_at) on former_contact to regulars_serving;
