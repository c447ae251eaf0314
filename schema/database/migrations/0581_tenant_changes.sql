-- One change of several businesses by a super admin, with what they were before, so that it can be
-- undone for some minutes (decision 484). The login that serves businesses has no right to it.
create table tenant_change (
  id uuid primary key,
  changed_by uuid not null,
  changed_at timestamptz not null,
  suspended boolean,
  plan text,
  standings jsonb not null,
  undone_at timestamptz
);
--> statement-breakpoint
alter table tenant_change enable row level security;
--> statement-breakpoint
alter table tenant_change force row level security;
--> statement-breakpoint
create policy tenant_change_for_platform on tenant_change to regulars_platform
  using (true) with check (true);
--> statement-breakpoint
grant select, insert on tenant_change to regulars_platform;
--> statement-breakpoint
grant update (undone_at) on tenant_change to regulars_platform;
