-- Erasing a member takes their words out of rows that are otherwise only added to. Amounts, points
-- and instants stay out of reach.
grant update (description, version) on points_entry to regulars_serving;
--> statement-breakpoint
grant update (device) on customer_key to regulars_serving;
