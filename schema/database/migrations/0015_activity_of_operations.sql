-- A business's activity log lists what was applied, newest first, beside the audit entries.
create index applied_operation_by_time on applied_operation (business_id, settled_at desc, operation_id desc) where status = 'applied';
