-- The link to the card, mailed once to members whom an import created (docs/members.md, part 4).
alter table import_run
  add column cards_state text check (cards_state in ('sending', 'paused', 'sent')),
  add column cards_language text,
  add column cards_position integer not null default 0;
--> statement-breakpoint
create index import_run_cards on import_run (id) where cards_state = 'sending';
--> statement-breakpoint
-- A member is in it once, so no run mails anyone twice.
create table imported_card (
  business_id uuid not null references business (id),
  member_id uuid not null,
  run_id uuid not null,
  -- The key of the mailed link, by which an undo knows that nobody else opened the card.
  key_digest text not null,
  queued_at timestamptz not null,
  primary key (business_id, member_id)
);
--> statement-breakpoint
create index imported_card_by_run on imported_card (business_id, run_id);
--> statement-breakpoint
alter table imported_card enable row level security;
--> statement-breakpoint
alter table imported_card force row level security;
--> statement-breakpoint
create policy imported_card_of_own_business on imported_card to regulars_serving
  using (business_id = nullif(current_setting('app.business_id', true), '')::uuid)
  with check (business_id = nullif(current_setting('app.business_id', true), '')::uuid);
--> statement-breakpoint
grant select, insert, delete on imported_card to regulars_serving;
