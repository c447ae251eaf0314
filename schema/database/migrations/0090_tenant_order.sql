-- The platform's list of businesses in either order, a page at a time, however many there are.
create index business_by_age on business (created_at desc, id desc);
--> statement-breakpoint
create index business_by_name on business (lower(name), id);
