-- A session that its person ended from elsewhere: the device is told so, and wipes what it holds.
alter table session add column ended_because text check (ended_because in ('revoked'));
