-- What the team remembers about a customer, in its own words. Erasing the customer takes it away.
alter table customer add column note text;
