-- Of visitors those count who were given a welcome: whoever farms must not use up what others get.
create index customer_by_given_welcome on customer (business_id, created_at)
  where joined_from is not null and welcome = 'given';
--> statement-breakpoint
drop index customer_by_visit;
