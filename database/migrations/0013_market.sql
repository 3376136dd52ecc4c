-- What the marketplace knows of products, and of everybody's offers. Each row says when it was read; what was never
-- read, or could not be told, is unknown and not zero.

create table catalogue_items (
  asin text primary key,
  -- null when the marketplace does not know the ASIN
  title text,
  brand text,
  image_url text,
  gtins text[] not null,
  read_at timestamptz not null
);

-- Offers of others and our own, as of the newest sample of an ASIN: one per condition and seller, the cheaper of two.
create table competitor_offers (
  asin text not null,
  condition smallint not null constraint competitor_offers_condition_known check (condition in (1, 2, 3, 4, 11)),
  -- empty when the marketplace does not say
  seller_id text not null,
  is_own boolean not null,
  price numeric(12, 2) not null,
  shipping numeric(12, 2) not null,
  is_fba boolean not null,
  is_featured boolean not null,
  read_at timestamptz not null,
  constraint competitor_offers_pkey primary key (asin, condition, seller_id)
);

-- When the offers of an ASIN were last told. The marketplace has said "none" wrongly: only a second empty sample in a
-- row means that there are none.
create table offer_samples (
  asin text not null,
  condition_group text not null constraint offer_samples_group_known check (condition_group in ('New', 'Used')),
  offers integer not null,
  empty_in_a_row integer not null,
  read_at timestamptz not null,
  constraint offer_samples_pkey primary key (asin, condition_group)
);

-- Prices that the marketplace names itself. Null: it was asked and named none.
create table reference_prices (
  asin text not null,
  kind text not null constraint reference_prices_kind_known check (kind in ('COMPETITIVE', 'FEATURED')),
  price numeric(12, 2),
  -- where it is from, such as CompetitivePrice
  source text not null,
  read_at timestamptz not null,
  constraint reference_prices_pkey primary key (asin, kind)
);

-- What selling a listing at its price costs.
create table fee_estimates (
  seller_sku text primary key,
  asin text not null,
  price numeric(12, 2) not null,
  is_fba boolean not null,
  fulfilment numeric(12, 2),
  referral numeric(12, 2),
  total numeric(12, 2),
  source text not null,
  -- why there is none
  error text,
  read_at timestamptz not null,
  constraint fee_estimates_complete check (num_nulls(fulfilment, referral, total) = case when error is null then 0 else 3 end)
);
create index fee_estimates_asin on fee_estimates (asin);

-- The marketplace's inventory report: which FNSKU is printed on the units of which seller SKU.
create table fba_inventory (
  seller_sku text primary key,
  fnsku text not null,
  asin text not null,
  condition smallint not null constraint fba_inventory_condition_known check (condition in (1, 2, 3, 4, 11)),
  is_fba boolean not null,
  fulfillable integer not null,
  changed_at timestamptz not null default now(),
  gone_at timestamptz
);
create index fba_inventory_fnsku on fba_inventory (fnsku);
