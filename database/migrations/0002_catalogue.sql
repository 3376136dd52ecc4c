-- What can be stocked: products, their GTINs, and the listings they are sold under.

create table products (
  id bigint generated always as identity primary key,
  title text not null constraint products_title_filled check (title <> ''),
  brand text,
  vendor text,
  item_code text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- A vendor's item code names one product; two vendors may use the same code.
create unique index products_vendor_item_code_key on products (vendor, upper(item_code));
-- Not partial, though many are null: the planner takes no estimates for a whole table from a partial index, and
-- would then read all listings for each scan.
create index products_item_code on products (upper(item_code));

-- UPC-A, EAN-8, EAN-13 and GTIN-14 of one product are one text of 14 digits.
create table product_gtins (
  gtin14 text primary key constraint product_gtins_shape check (gtin14 ~ '^[0-9]{14}$'),
  product_id bigint not null constraint product_gtins_product_fkey references products
);
create index product_gtins_product_id on product_gtins (product_id);

-- A product in one condition, as it is offered. FNSKU and seller SKU name the listing; an ASIN names many.
create table listings (
  id bigint generated always as identity primary key,
  product_id bigint not null constraint listings_product_fkey references products,
  seller_sku text constraint listings_seller_sku_length check (length(seller_sku) between 1 and 40),
  fnsku text,
  asin text,
  condition smallint not null constraint listings_condition_known check (condition in (1, 2, 3, 4, 11)),
  channel text not null constraint listings_channel_known check (channel in ('SELLER_FULFILLED', 'FBA')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index listings_seller_sku_key on listings (seller_sku);
create index listings_seller_sku_upper on listings (upper(seller_sku));
create index listings_fnsku_upper on listings (upper(fnsku));
create index listings_asin_upper on listings (upper(asin));
create index listings_product_id on listings (product_id);
