-- Fees that the public page was asked for, by ASIN.

create table fee_lookups (
  asin text primary key,
  title text,
  image_url text,
  -- the price that the marketplace was asked with, and whether anybody sells it at that
  price numeric(12, 2) not null,
  is_price_known boolean not null,
  -- null: the marketplace cannot say
  fulfilment numeric(12, 2),
  referral numeric(12, 2),
  read_at timestamptz not null,
  constraint fee_lookups_complete check (num_nulls(fulfilment, referral) in (0, 2))
);
