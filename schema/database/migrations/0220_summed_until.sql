-- Up to when the closed hours are in a day's sums: the platform's figures are as of then.
alter table platform_activity_day add column summed_until timestamptz;
