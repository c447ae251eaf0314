-- Invented customers with whom a new owner tries the product, and whom they take away again, with
-- everything that hangs on them. The only rows of the ledger that can ever be deleted, and the
-- database itself says which: those of a member who was marked before there was a customer of that id.
-- A customer who is there can never be marked (docs/decisions/0130-sample-customers.md).
alter table business add column sample_customers integer not null default 0;
--> statement-breakpoint
create table sample_member (
  business_id uuid not null references business (id),
  member_id uuid not null,
  primary key (business_id, member_id)
);
--> statement-breakpoint
alter table sample_member enable row level security;
--> statement-breakpoint
alter table sample_member force row level security;
--> statement-breakpoint
create policy sample_member_of_own_business on sample_member to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert on sample_member to regulars_serving;
--> statement-breakpoint
create policy sample_member_marked_first on sample_member as restrictive for insert
  to regulars_serving
  with check (not exists (
    select from customer
    where customer.business_id = sample_member.business_id and customer.id = sample_member.member_id
  ));
--> statement-breakpoint
create policy sample_member_for_platform on sample_member for select to regulars_platform using (true);
--> statement-breakpoint
grant select on sample_member to regulars_platform;
--> statement-breakpoint
create policy customer_deleted_of_samples on customer as restrictive for delete to regulars_serving
  using (exists (
    select from sample_member
    where sample_member.business_id = customer.business_id and sample_member.member_id = customer.id
  ));
--> statement-breakpoint
grant delete on customer to regulars_serving;
--> statement-breakpoint
create policy member_alias_deleted_of_samples on member_alias as restrictive for delete to regulars_serving
  using (exists (
    select from sample_member
    where sample_member.business_id = member_alias.business_id and sample_member.member_id = member_alias.member_id
  ));
--> statement-breakpoint
grant delete on member_alias to regulars_serving;
--> statement-breakpoint
create policy coupon_deleted_of_samples on coupon as restrictive for delete to regulars_serving
  using (exists (
    select from sample_member
    where sample_member.business_id = coupon.business_id and sample_member.member_id = coupon.member_id
  ));
--> statement-breakpoint
grant delete on coupon to regulars_serving;
--> statement-breakpoint
create policy purchase_deleted_of_samples on purchase as restrictive for delete to regulars_serving
  using (exists (
    select from sample_member
    where sample_member.business_id = purchase.business_id and sample_member.member_id = purchase.member_id
  ));
--> statement-breakpoint
grant delete on purchase to regulars_serving;
--> statement-breakpoint
create policy points_entry_deleted_of_samples on points_entry as restrictive for delete to regulars_serving
  using (exists (
    select from sample_member
    where sample_member.business_id = points_entry.business_id and sample_member.member_id = points_entry.member_id
  ));
--> statement-breakpoint
grant delete on points_entry to regulars_serving;
--> statement-breakpoint
create policy consent_record_deleted_of_samples on consent_record as restrictive for delete to regulars_serving
  using (exists (
    select from sample_member
    where sample_member.business_id = consent_record.business_id and sample_member.member_id = consent_record.member_id
  ));
--> statement-breakpoint
grant delete on consent_record to regulars_serving;
--> statement-breakpoint
create policy reward_use_deleted_of_samples on reward_use as restrictive for delete to regulars_serving
  using (exists (
    select from sample_member
    where sample_member.business_id = reward_use.business_id and sample_member.member_id = reward_use.member_id
  ));
--> statement-breakpoint
grant delete on reward_use to regulars_serving;
