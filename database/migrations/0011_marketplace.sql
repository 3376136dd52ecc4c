-- What the marketplace tells us: a copy, brought up to date by imports, that says what the marketplace says.

create table marketplace_listings (
  seller_sku text primary key constraint marketplace_listings_seller_sku_length check (length(seller_sku) between 1 and 40),
  asin text not null,
  title text not null,
  condition smallint not null constraint marketplace_listings_condition_known check (condition in (1, 2, 3, 4, 11)),
  -- as the marketplace writes it: DEFAULT is the seller's own stock
  channel text not null,
  price numeric(12, 2),
  -- null for stock that the marketplace holds
  quantity integer,
  status text not null,
  first_seen_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  -- the last report did not have it any more
  gone_at timestamptz
);
create index marketplace_listings_asin on marketplace_listings (asin);

-- What the marketplace sends back: one line of one box. The same line is reported again for weeks.
create table removal_shipments (
  id bigint generated always as identity primary key,
  order_id text not null,
  shipped_at timestamptz not null,
  seller_sku text not null,
  fnsku text not null,
  disposition text not null,
  -- the cell as it came; now and then it holds several numbers
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

-- Units that customers sent back to the marketplace, with the number that was stuck on each.
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

-- What the marketplace paid for units that it lost or damaged.
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
