-- Mails wait here until a job has handed them to SMTP. A plain table over all businesses, taken
-- with FOR UPDATE SKIP LOCKED; the serving login may only add, so that it reads nobody's mail.
create table email_queue (
  id bigint generated always as identity primary key,
  recipient text not null,
  kind text not null,
  fields jsonb not null,
  -- Whose rows go when this person is erased.
  subject_id uuid,
  -- A second mail with the same key is dropped.
  dedupe_key uuid unique,
  created_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  sent_at timestamptz,
  last_problem text
);
--> statement-breakpoint
create index email_queue_due on email_queue (due_at, id) where sent_at is null;
--> statement-breakpoint
grant insert on email_queue to regulars_serving;
--> statement-breakpoint
grant select, insert, update, delete on email_queue to regulars_platform;
