-- What super admins note about a business. The business's own people never see it, so the login that
-- serves them has no right to it. Written once.
create table tenant_note (
  id uuid primary key,
  business_id uuid not null,
  text text not null,
  written_by uuid not null,
  written_at timestamptz not null
);
--> statement-breakpoint
create index tenant_note_by_business on tenant_note (business_id, written_at desc, id desc);
--> statement-breakpoint
alter table tenant_note enable row level security;
--> statement-breakpoint
alter table tenant_note force row level security;
--> statement-breakpoint
create policy tenant_note_read_by_platform on tenant_note for select to regulars_platform using (true);
--> statement-breakpoint
create policy tenant_note_written_by_platform on tenant_note for insert to regulars_platform with check (true);
--> statement-breakpoint
grant select, insert on tenant_note to regulars_platform;
