-- What an operation became may change; who asked it, when and for whom may not: the log reads it.
revoke update on applied_operation from regulars_serving;
--> statement-breakpoint
grant update (payload, payload_hash, status, code, message, result, waits_for, also_asked_by,
  settled_at, network, version) on applied_operation to regulars_serving;
