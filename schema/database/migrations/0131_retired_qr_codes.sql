-- A QR code that leaked is retired for good; one that rests for a while is only not active.
alter table qr_code add column retired_at timestamptz;
