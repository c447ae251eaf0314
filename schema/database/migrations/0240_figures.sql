-- What is owed in points is counted over the ledger, in one place.
alter table activity_progress drop column points_outstanding;
