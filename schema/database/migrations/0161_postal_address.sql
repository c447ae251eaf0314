-- Printed in every marketing mail: commercial mail has to say where its sender is (15 USC 7704(a)(5)).
-- Until a business gives one, its campaigns mail nobody.
alter table business add column postal_address text check (length(postal_address) between 1 and 1000);
