-- The reward form offers "Free item", whose dollar amount is the item's price.
alter table reward add column free_item boolean not null default false;
