-- A device names the operations it holds as parked, so no row keeps who else asked for it.
alter table applied_operation drop column also_asked_by;
