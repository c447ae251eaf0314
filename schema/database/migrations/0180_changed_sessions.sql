-- A session that ended with another password or role: should its person be withdrawn, the device may
-- still hand in what it holds, for the owner to decide.
alter table session drop constraint session_ended_because_check;--> statement-breakpoint
alter table session add constraint session_ended_because_check
  check (ended_because in ('revoked', 'changed'));
