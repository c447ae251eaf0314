-- An address is proved once a link that was mailed to it is opened. Earlier releases kept no record
-- of that, so everybody who is a member now counts as proved: a default fills the column at once.
alter table customer add column address_proved_at timestamptz default now();
--> statement-breakpoint
alter table customer alter column address_proved_at drop default;
--> statement-breakpoint
-- When a mail server said for good that there is no such mailbox.
alter table customer add column mail_refused_at timestamptz;
--> statement-breakpoint
create index email_queue_sent_lately on email_queue (sent_at, sender_id)
  where sender_id is not null;
