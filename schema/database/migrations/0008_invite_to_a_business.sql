-- An owner's invite may lead to one business by its id: made for a business that stands.
alter table invite drop constraint invite_check;
--> statement-breakpoint
alter table invite add constraint invite_of_staff_has_a_business
  check (kind = 'owner' or business_id is not null);
