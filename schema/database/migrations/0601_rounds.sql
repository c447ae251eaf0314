-- Jobs find the businesses that have work without entering the others (docs/scale.md, 22).
create policy former_contact_for_platform on former_contact for select to regulars_platform using (true);
--> statement-breakpoint
grant select (business_id, kind, undo_until) on former_contact to regulars_platform;
--> statement-breakpoint
create policy email_link_for_platform on email_link for select to regulars_platform using (true);
--> statement-breakpoint
grant select (business_id, mailed_at) on email_link to regulars_platform;
--> statement-breakpoint
create policy card_link_for_platform on card_link for select to regulars_platform using (true);
--> statement-breakpoint
grant select (business_id, expires_at) on card_link to regulars_platform;
--> statement-breakpoint
grant select (expires_at) on coupon to regulars_platform;
--> statement-breakpoint
create policy notification_progress_moved_by_platform on notification_progress for update
  to regulars_platform using (true) with check (true);
--> statement-breakpoint
grant update (coupons_until) on notification_progress to regulars_platform;
