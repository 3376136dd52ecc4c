-- How far each incremental import is complete; the next run starts a little before that.
create table import_marks (
  kind text primary key,
  complete_until timestamptz not null
);

-- Our own listings as the marketplace's last report has them.
create table marketplace_listings (
  seller_sku text primary key constraint marketplace_listings_seller_sku_length check (length(seller_sku) between 1 and 40),
  asin text not null,
  title text not null,
  condition smallint not null constraint marketplace_listings_condition_known check (condition in (1, 2, 3, 4, 11)),
  -- the marketplace's own value: DEFAULT is the seller's own stock
  channel text not null,
  price numeric(12, 2),
  -- null for stock in the marketplace's warehouses
  quantity integer,
  status text not null,
  first_seen_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  -- set when the last report no longer has it
  gone_at timestamptz
);
create index marketplace_listings_asin on marketplace_listings (asin);

-- The marketplace's inventory report: the FNSKU printed on the units of each seller SKU.
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

-- Catalog data of the marketplace by ASIN. `read_at` says when it was read.
create table catalog_items (
  asin text primary key,
  -- null when the marketplace doesn't know the ASIN
  title text,
  brand text,
  image_url text,
  gtins text[] not null,
  read_at timestamptz not null
);

-- The newest sample of an ASIN's offers, ours included: the cheapest per condition and seller.
create table competitor_offers (
  asin text not null,
  condition smallint not null constraint competitor_offers_condition_known check (condition in (1, 2, 3, 4, 11)),
  -- empty when the marketplace doesn't name the seller
  seller_id text not null,
  is_own boolean not null,
  price numeric(12, 2) not null,
  shipping numeric(12, 2) not null,
  is_fba boolean not null,
  is_featured boolean not null,
  read_at timestamptz not null,
  primary key (asin, condition, seller_id)
);

-- When the offers of an ASIN were last read. The marketplace sometimes answers "none" wrongly, so only two empty samples in a row mean that
-- there are none.
create table offer_samples (
  asin text not null,
  condition_group text not null constraint offer_samples_group_known check (condition_group in ('New', 'Used')),
  offers integer not null,
  empty_in_a_row integer not null,
  read_at timestamptz not null,
  primary key (asin, condition_group)
);

-- Reference prices of the marketplace. A null price means that it was asked and named none.
create table reference_prices (
  asin text not null,
  kind text not null constraint reference_prices_kind_known check (kind in ('COMPETITIVE', 'FEATURED')),
  price numeric(12, 2),
  -- the marketplace's name of the source, such as CompetitivePrice
  source text not null,
  read_at timestamptz not null,
  primary key (asin, kind)
);

-- The marketplace's fees for selling a listing at its price.
create table fee_estimates (
  seller_sku text primary key,
  asin text not null,
  price numeric(12, 2) not null,
  is_fba boolean not null,
  fulfilment numeric(12, 2),
  referral numeric(12, 2),
  total numeric(12, 2),
  source text not null,
  -- why there is no estimate
  error text,
  read_at timestamptz not null,
  constraint fee_estimates_complete check (num_nulls(fulfilment, referral, total) = case when error is null then 0 else 3 end)
);
create index fee_estimates_asin on fee_estimates (asin);

-- Units that the marketplace sends back: one line of one box. The reports repeat a line for weeks.
create table removal_shipments (
  id bigint generated always as identity primary key,
  order_id text not null,
  shipped_at timestamptz not null,
  seller_sku text not null,
  fnsku text not null,
  disposition text not null,
  -- the report's cell, which sometimes holds several numbers
  tracking_number text not null,
  tracking_numbers text[] not null,
  carrier text not null,
  quantity integer not null constraint removal_shipments_quantity check (quantity >= 0),
  requested_at timestamptz,
  removal_type text not null,
  imported_at timestamptz not null default now(),
  constraint removal_shipments_key unique (order_id, tracking_number, seller_sku, fnsku, disposition, shipped_at)
);
create index removal_shipments_tracking_numbers on removal_shipments using gin (tracking_numbers);
create index removal_shipments_shipped_at on removal_shipments (shipped_at);
-- Finds the lines of a returned unit's FNSKU, newest first.
create index removal_shipments_fnsku on removal_shipments (fnsku, shipped_at);
create index removal_shipments_tracking_end on removal_shipments (reverse(tracking_number) text_pattern_ops) where tracking_number <> '';

-- Units that customers returned to the marketplace, with the LPN stuck on each.
create table customer_returns (
  id bigint generated always as identity primary key,
  returned_at timestamptz not null,
  order_id text not null,
  seller_sku text not null,
  asin text not null,
  fnsku text not null,
  lpn text not null,
  quantity integer not null,
  disposition text not null,
  reason text not null,
  status text not null,
  customer_comments text not null,
  imported_at timestamptz not null default now(),
  constraint customer_returns_key unique (order_id, seller_sku, fnsku, lpn, returned_at)
);
create index customer_returns_lpn on customer_returns (upper(lpn)) where lpn <> '';
create index customer_returns_returned_at on customer_returns (returned_at);
-- Serves searches for the beginning of an order number.
create index customer_returns_order_start on customer_returns (upper(order_id) text_pattern_ops);

-- Payments of the marketplace for units that it lost or damaged.
create table reimbursements (
  id bigint generated always as identity primary key,
  reimbursement_id text not null,
  approved_at timestamptz not null,
  case_id text not null,
  order_id text not null,
  reason text not null,
  seller_sku text not null,
  fnsku text not null,
  asin text not null,
  currency text not null,
  amount numeric(12, 2) not null,
  quantity integer not null,
  imported_at timestamptz not null default now(),
  constraint reimbursements_key unique (reimbursement_id, seller_sku, fnsku)
);
create index reimbursements_case_id on reimbursements (case_id) where case_id <> '';
create index reimbursements_approved_at on reimbursements (approved_at);
