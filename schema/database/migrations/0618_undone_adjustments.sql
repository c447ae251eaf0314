-- An adjustment of points may undo an earlier one, once.
alter table points_entry add column undoes uuid;
--> statement-breakpoint
create unique index points_entry_undoes on points_entry (business_id, undoes)
  where undoes is not null;
