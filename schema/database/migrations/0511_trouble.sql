-- Troubles of the installation; super admins get a mail when one begins and when it is over.
create table trouble (
  id uuid primary key,
  kind text not null,
  subject text not null,
  reason text not null,
  since timestamptz not null,
  last_at timestamptz not null,
  ended_at timestamptz,
  told text check (told in ('begun', 'over')),
  retry_at timestamptz
);
--> statement-breakpoint
create unique index trouble_open on trouble (kind, subject) where ended_at is null;
--> statement-breakpoint
create index trouble_by_age on trouble (since);
--> statement-breakpoint
alter table trouble enable row level security;
--> statement-breakpoint
alter table trouble force row level security;
--> statement-breakpoint
create policy trouble_for_platform on trouble to regulars_platform using (true) with check (true);
--> statement-breakpoint
grant select, insert, update, delete on trouble to regulars_platform;
--> statement-breakpoint
-- For devices with unsent work: numbers and times, and no account.
create policy outbox_for_platform on outbox for select to regulars_platform using (true);
--> statement-breakpoint
grant select (business_id, outbox_id, next_seq, last_seq, last_heard_at) on outbox
  to regulars_platform;
