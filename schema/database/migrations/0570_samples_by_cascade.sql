-- Sample customers without subqueries in policies, which a distributed database rejects
-- (docs/decisions/0482-samples-are-deleted-by-cascade.md): the row of a customer says that it is a
-- sample, and deleting it deletes what refers to it. The serving login can delete nothing else.
alter table customer add column is_sample boolean not null default false;
--> statement-breakpoint
alter table sample_member no force row level security;
--> statement-breakpoint
alter table customer no force row level security;
--> statement-breakpoint
update customer set is_sample = true from sample_member
  where sample_member.business_id = customer.business_id and sample_member.member_id = customer.id;
--> statement-breakpoint
alter table customer force row level security;
--> statement-breakpoint
alter table sample_member force row level security;
--> statement-breakpoint
drop policy sample_member_marked_first on sample_member;
--> statement-breakpoint
drop policy customer_deleted_of_samples on customer;
--> statement-breakpoint
drop policy member_alias_deleted_of_samples on member_alias;
--> statement-breakpoint
drop policy coupon_deleted_of_samples on coupon;
--> statement-breakpoint
drop policy purchase_deleted_of_samples on purchase;
--> statement-breakpoint
drop policy points_entry_deleted_of_samples on points_entry;
--> statement-breakpoint
drop policy consent_record_deleted_of_samples on consent_record;
--> statement-breakpoint
drop policy reward_use_deleted_of_samples on reward_use;
--> statement-breakpoint
create policy customer_deleted_of_samples on customer as restrictive for delete
  to regulars_serving using (is_sample);
--> statement-breakpoint
-- A customer who is not a sample never becomes one. A later column needs a grant of its own.
revoke update on customer from regulars_serving;
--> statement-breakpoint
grant update (
  first_name, last_name, email, email_key, mailbox_key, phone, points, total_spent_cents,
  marketing_email, marketing_sms, push_notifications, welcome, joined_by_qr_code_id,
  joined_from, erased_at, created_at, version, points_carry, birthday, note,
  address_proved_at, mail_refused_at, folded_name, folded_email, phone_digits, arrived_at,
  pending_email, pending_change_id, pending_until, erasure_due_at, erasure_reason,
  erasure_asked_by, phone_e164, phone_country, joined_into, joined_at, joined_points
) on customer to regulars_serving;
--> statement-breakpoint
revoke delete on member_alias, coupon, purchase, points_entry, consent_record, reward_use
  from regulars_serving;
--> statement-breakpoint
alter table member_alias drop constraint member_alias_business_id_member_id_fkey;
--> statement-breakpoint
alter table member_alias add constraint member_alias_business_id_member_id_fkey
  foreign key (business_id, member_id) references customer (business_id, id) on delete cascade;
--> statement-breakpoint
alter table coupon drop constraint coupon_business_id_member_id_fkey;
--> statement-breakpoint
alter table coupon add constraint coupon_business_id_member_id_fkey
  foreign key (business_id, member_id) references customer (business_id, id) on delete cascade;
--> statement-breakpoint
alter table purchase drop constraint purchase_business_id_member_id_fkey;
--> statement-breakpoint
alter table purchase add constraint purchase_business_id_member_id_fkey
  foreign key (business_id, member_id) references customer (business_id, id) on delete cascade;
--> statement-breakpoint
alter table points_entry drop constraint points_entry_business_id_member_id_fkey;
--> statement-breakpoint
alter table points_entry add constraint points_entry_business_id_member_id_fkey
  foreign key (business_id, member_id) references customer (business_id, id) on delete cascade;
--> statement-breakpoint
alter table consent_record drop constraint consent_record_business_id_member_id_fkey;
--> statement-breakpoint
alter table consent_record add constraint consent_record_business_id_member_id_fkey
  foreign key (business_id, member_id) references customer (business_id, id) on delete cascade;
--> statement-breakpoint
alter table reward_use drop constraint reward_use_business_id_member_id_fkey;
--> statement-breakpoint
alter table reward_use add constraint reward_use_business_id_member_id_fkey
  foreign key (business_id, member_id) references customer (business_id, id) on delete cascade;
