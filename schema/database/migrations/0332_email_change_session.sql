-- Another address ends every session of the account but the one that asked for it.
alter table email_change add column session_id uuid;
