-- A purchase above this amount is asked once before it is recorded (docs/product.md).
alter table business add column ask_above_cents bigint check (ask_above_cents > 0);
