-- The id in a mail's Message-ID, by which a report that it came back names it.
alter table email_queue add column message_id uuid not null default gen_random_uuid();
--> statement-breakpoint
create unique index email_queue_by_message on email_queue (message_id);
