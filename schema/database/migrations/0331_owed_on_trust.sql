-- What was handed over on trust and not covered, by device: counted before another is.
create index applied_operation_owed on applied_operation (business_id, outbox_id)
  where name = 'reward.redeem' and status = 'applied' and result ? 'owed';
