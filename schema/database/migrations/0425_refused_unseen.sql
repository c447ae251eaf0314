-- Work that came from a seal or a withdrawn account's device: no device shows how it ended, so the
-- owner is shown what of it was refused, and what was held first and refused later.
alter table applied_operation add column unseen boolean not null default false;
--> statement-breakpoint
grant update (unseen) on applied_operation to regulars_serving;
--> statement-breakpoint
create index applied_operation_refused_unseen on applied_operation (business_id, settled_at)
  where status = 'refused' and (unseen or settled_at <> received_at);
