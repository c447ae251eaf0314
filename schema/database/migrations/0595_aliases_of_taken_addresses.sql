-- The alias of a sign-up follows its address back to a joined member (sync-server/loyalty/joined-address.ts).
alter table member_alias add column taken_from uuid;
--> statement-breakpoint
grant update (member_id) on member_alias to regulars_serving;
