-- A later export of the former program beside what was brought over (docs/members.md, part 5).
alter table import_run
  drop constraint import_run_state_check,
  add constraint import_run_state_check check (state in
    ('uploading', 'checked', 'compared', 'running', 'paused', 'finished', 'undoing', 'undone',
      'abandoned')) not valid,
  add column compares boolean not null default false;
--> statement-breakpoint
-- At the time of the comparison: what imports had given, the balance here, and the file's points
-- beyond what was given.
alter table import_row
  add column given_points integer,
  add column balance integer,
  add column difference integer;
