-- An earlier release erases a customer without emptying the folded columns; the job does it.
drop index customer_unfolded;
--> statement-breakpoint
create index customer_unfolded on customer (business_id)
  where folded_name is null or (erased_at is not null and folded_name <> '');
