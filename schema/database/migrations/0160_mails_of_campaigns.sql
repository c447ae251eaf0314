-- Which campaign a queued mail is of: a pause holds it back, and no business queues far ahead of what
-- leaves (docs/product.md, "Campaigns"). Null for every other mail. No business_id: rows of the queue
-- are of one node and belong to no tenant (docs/scale.md 8).
alter table email_queue add column sender_id uuid;
--> statement-breakpoint
alter table email_queue add column campaign_id uuid;
--> statement-breakpoint
create index email_queue_of_campaigns on email_queue (sender_id, campaign_id)
  where campaign_id is not null and sent_at is null;
