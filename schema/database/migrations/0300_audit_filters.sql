-- What was refused or parked is rare, and so are some acts: a super admin's filter over all
-- businesses finds them without reading the log.
create index audit_record_not_done on audit_record (outcome, happened_at desc, id desc)
  where outcome <> 'done';
--> statement-breakpoint
create index platform_audit_record_not_done on platform_audit_record (outcome, happened_at desc, id desc)
  where outcome <> 'done';
--> statement-breakpoint
create index audit_record_by_act on audit_record (act text_pattern_ops, happened_at desc, id desc);
--> statement-breakpoint
create index platform_audit_record_by_act on platform_audit_record (act text_pattern_ops, happened_at desc, id desc);
