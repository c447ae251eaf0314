-- The link in the mail to an account's former address restores that address with a new password.
alter table reset_link add column restores_email text;
