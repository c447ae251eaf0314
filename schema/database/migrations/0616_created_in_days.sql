-- Figures count new businesses by their own dates (sync-server/platform/days.ts).
alter table platform_activity_day drop column tenants_created;
