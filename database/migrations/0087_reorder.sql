-- How quantities are proposed.
create table reorder_settings (
  is_only boolean not null default true constraint reorder_settings_pkey primary key constraint reorder_settings_single check (is_only),
  -- For vendors without a lead time of their own.
  lead_days integer not null default 14 constraint reorder_settings_lead_days check (lead_days between 0 and 365),
  review_days integer not null default 7 constraint reorder_settings_review_days check (review_days between 1 and 90),
  service_percent integer not null default 95 constraint reorder_settings_service check (service_percent between 50 and 99),
  version integer not null default 1,
  -- The first day for which product_stock_outs says whether there was stock; null before the first calculation.
  stock_known_since date,
  calculated_at timestamptz
);
insert into reorder_settings default values;

-- The days on which a product had no stock in new condition, neither here nor at FBA. Checked with every calculation.
create table product_stock_outs (
  product_id bigint not null constraint product_stock_outs_product_fkey references products,
  from_on date not null,
  -- The first day with stock again.
  to_on date,
  constraint product_stock_outs_pkey primary key (product_id, from_on),
  constraint product_stock_outs_days check (to_on >= from_on)
);
create unique index product_stock_outs_open on product_stock_outs (product_id) where to_on is null;

-- The newest calculation for every product with sales in the last 90 days or with customers who wait.
create table reorder_proposals (
  product_id bigint constraint reorder_proposals_pkey primary key constraint reorder_proposals_product_fkey references products,
  title text not null,
  vendor text,
  vendor_key text not null default '',
  gtin text,
  supplier_sku text,
  unit_cost numeric(13, 4),
  case_pack integer not null,
  minimum_quantity integer not null,
  lead_days integer not null,
  local integer not null,
  fba integer not null,
  waiting integer not null,
  on_order integer not null,
  in_drafts integer not null,
  sold_7 integer not null,
  sold_30 integer not null,
  sold_90 integer not null,
  days_7 integer not null,
  days_30 integer not null,
  days_90 integer not null,
  per_day double precision not null,
  season double precision not null,
  is_season boolean not null,
  days_left double precision,
  safety integer not null,
  reorder_below integer not null,
  target integer not null,
  quantity integer not null,
  -- Why a quantity can't be ordered here.
  problem text constraint reorder_proposals_problem_known check (problem in ('NO_VENDOR', 'NO_GTIN')),
  calculated_at timestamptz not null default now()
);
create index reorder_proposals_due on reorder_proposals (vendor_key, product_id) where quantity > 0;
