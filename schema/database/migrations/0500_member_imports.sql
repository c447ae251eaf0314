-- Members that another program's CSV brings along (docs/members.md, part 4).
create table import_run (
  business_id uuid not null references business (id),
  id uuid not null,
  file_name text not null,
  source text not null,
  state text not null check (state in
    ('uploading', 'checked', 'running', 'paused', 'finished', 'undoing', 'undone', 'abandoned')),
  rows integer not null check (rows > 0),
  parts jsonb not null,
  mapping jsonb not null,
  formats jsonb not null,
  also_lower boolean not null,
  position integer not null,
  created_by uuid not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  undo_until timestamptz,
  primary key (business_id, id)
);
--> statement-breakpoint
-- A business has one open import.
create unique index import_run_open on import_run (business_id)
  where state in ('uploading', 'checked', 'running', 'paused', 'undoing');
--> statement-breakpoint
create index import_run_due on import_run (id) where state in ('running', 'undoing');
--> statement-breakpoint
alter table import_run enable row level security;
--> statement-breakpoint
alter table import_run force row level security;
--> statement-breakpoint
create policy import_run_of_own_business on import_run to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert, update on import_run to regulars_serving;
--> statement-breakpoint
-- The job that runs them asks all businesses which are due.
create policy import_run_for_platform on import_run for select to regulars_platform using (true);
--> statement-breakpoint
grant select on import_run to regulars_platform;
--> statement-breakpoint
create table import_row (
  business_id uuid not null references business (id),
  run_id uuid not null,
  row integer not null,
  line integer not null,
  plan text not null check (plan in ('new', 'known', 'refused')),
  reason text,
  outcome text not null check (outcome in ('waiting', 'written', 'left', 'undone', 'kept')),
  content jsonb,
  email_key text,
  source_key text,
  member_id uuid,
  is_new boolean not null,
  points integer not null,
  spent_cents bigint not null,
  entry_id uuid,
  taken_back integer not null,
  undo_entry_id uuid,
  primary key (business_id, run_id, row)
);
--> statement-breakpoint
create index import_row_by_member on import_row (business_id, member_id)
  where member_id is not null;
--> statement-breakpoint
-- Repeated rows of a run, and rows that an erasure empties.
create index import_row_by_email on import_row (business_id, email_key)
  where email_key is not null;
--> statement-breakpoint
alter table import_row enable row level security;
--> statement-breakpoint
alter table import_row force row level security;
--> statement-breakpoint
create policy import_row_of_own_business on import_row to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert, update, delete on import_row to regulars_serving;
--> statement-breakpoint
create table import_source (
  business_id uuid not null references business (id),
  source text not null,
  source_key text not null,
  member_id uuid not null,
  points integer not null,
  spent_cents bigint not null,
  primary key (business_id, source, source_key)
);
--> statement-breakpoint
create index import_source_by_member on import_source (business_id, member_id);
--> statement-breakpoint
alter table import_source enable row level security;
--> statement-breakpoint
alter table import_source force row level security;
--> statement-breakpoint
create policy import_source_of_own_business on import_source to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert, update, delete on import_source to regulars_serving;
--> statement-breakpoint
create table opening (
  business_id uuid not null references business (id),
  run_id uuid not null,
  row integer not null,
  member_id uuid not null,
  spent_cents bigint not null,
  joined_at timestamptz,
  primary key (business_id, run_id, row)
);
--> statement-breakpoint
create index opening_by_member on opening (business_id, member_id);
--> statement-breakpoint
alter table opening enable row level security;
--> statement-breakpoint
alter table opening force row level security;
--> statement-breakpoint
create policy opening_of_own_business on opening to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert, update, delete on opening to regulars_serving;
--> statement-breakpoint
alter table points_entry drop constraint points_entry_reason_check;
--> statement-breakpoint
-- Not valid: earlier rows passed a narrower check.
alter table points_entry add constraint points_entry_reason_check check (reason in
  ('welcome', 'purchase', 'redemption', 'reversal', 'adjustment', 'expiry', 'imported')) not valid;
--> statement-breakpoint
alter table customer drop constraint customer_welcome_check;
--> statement-breakpoint
alter table customer add constraint customer_welcome_check
  check (welcome in ('given', 'held', 'refused', 'none')) not valid;
