-- Refused work that an owner has marked as read needs their attention no more.
alter table applied_operation add column attention_read boolean not null default false;
--> statement-breakpoint
grant update (attention_read) on applied_operation to regulars_serving;
