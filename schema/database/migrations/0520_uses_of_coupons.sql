-- Names the use of a coupon, so that an undo never undoes another one.
alter table coupon add column use_id uuid;
