-- How much of an outbox, and of an account, is parked: counted before more is taken.
create index applied_operation_parked_by_outbox on applied_operation (business_id, outbox_id)
  where status = 'parked';
--> statement-breakpoint
create index applied_operation_parked_by_account on applied_operation (business_id, account_id)
  where status = 'parked';
