-- How much of a withdrawn account's work came in seals: counted before more is taken.
create index applied_operation_unseen_by_account on applied_operation (business_id, account_id)
  where unseen and status <> 'applied';
