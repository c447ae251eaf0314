-- Members whom staff sign up with a phone number alone (docs/members.md, part 7).
alter table business add column sign_up_without_email boolean not null default false;
--> statement-breakpoint
-- Such a sign-up gets no second welcome for its number.
create index customer_by_phone on customer (business_id, phone_digits)
  where phone_digits is not null;
