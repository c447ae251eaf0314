-- An owner who saves the proposed colors unchanged agrees to them, which ends that step of the setup.
alter table business add column brand_agreed boolean not null default false;
