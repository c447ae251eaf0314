-- Facts for operators: when a mail last failed, and when `regulars backup` last ended.
alter table email_queue add column failed_at timestamptz;
--> statement-breakpoint
create index email_queue_failed on email_queue (failed_at) where failed_at is not null;
--> statement-breakpoint
alter table installation add column backed_up_at timestamptz;
