-- Sign-ups by staff, by time: an owner is shown the hours in which one person made very many.
create index applied_operation_sign_ups on applied_operation (business_id, settled_at)
  where name = 'customer.signUp' and status = 'applied' and account_id is not null;
