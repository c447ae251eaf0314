-- A business's logo, written anew as a small PNG by the server. Its id is its public address: a new
-- logo gets a new one, and the old one is forgotten.
create table business_logo (
  business_id uuid not null references business (id),
  id uuid not null,
  png bytea not null,
  created_at timestamptz not null,
  primary key (business_id)
);
--> statement-breakpoint
create index business_logo_by_id on business_logo (id);
--> statement-breakpoint
alter table business_logo enable row level security;
--> statement-breakpoint
alter table business_logo force row level security;
--> statement-breakpoint
create policy business_logo_of_own_business on business_logo to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert, update, delete on business_logo to regulars_serving;
--> statement-breakpoint
create policy business_logo_for_platform on business_logo for select to regulars_platform using (true);
--> statement-breakpoint
grant select on business_logo to regulars_platform;
--> statement-breakpoint
-- The colors that new businesses begin with; null until a super admin chose others.
alter table installation
  add column primary_color text check (primary_color ~ '^#[0-9a-fA-F]{6}$'),
  add column secondary_color text check (secondary_color ~ '^#[0-9a-fA-F]{6}$'),
  add column accent_color text check (accent_color ~ '^#[0-9a-fA-F]{6}$');
