-- Trigrams: for searches inside words.
create extension if not exists pg_trgm;

-- What can be stocked: products, their GTINs, and the listings they are sold under.
create table products (
  id bigint generated always as identity primary key,
  title text not null constraint products_title_filled check (title <> ''),
  brand text,
  vendor text,
  item_code text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- In which condition it is sold, where nobody says.
  default_condition smallint not null default 11 constraint products_condition_known check (default_condition in (1, 2, 3, 4, 11)),
  image_url text,
  case_pack integer constraint products_case_pack_positive check (case_pack > 0),
  -- Pounds and inches, as the carriers want them.
  weight numeric(9, 3) constraint products_weight_positive check (weight > 0),
  length numeric(7, 2) constraint products_length_positive check (length > 0),
  width numeric(7, 2) constraint products_width_positive check (width > 0),
  height numeric(7, 2) constraint products_height_positive check (height > 0),
  -- What whoever receives a returned unit of it must know.
  returns_guidance text,
  notes text,
  -- Counts the changes by hand: whoever saves what was read before the last one is told.
  revision integer not null default 0,
  -- The id that a page gave this product: what makes a retry add it once.
  client_id text
);
-- A vendor's item code names one product; two vendors may use the same code.
create unique index products_vendor_item_code_key on products (vendor, upper(item_code));
-- Not partial, though many are null: the planner takes no estimates for a whole table from a partial index, and would
-- then read all listings for each scan.
create index products_item_code on products (upper(item_code));
create index products_title on products (title, id);
create index products_title_words on products using gin (to_tsvector('simple', title));
create index products_item_code_start on products (upper(item_code) text_pattern_ops);
-- Partial: what imports add has none, and pays nothing.
create unique index products_client_id_key on products (client_id) where client_id is not null;

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
create index listings_sku_order on listings ((coalesce(seller_sku, '')), id);
create index listings_without_sku on listings (id) where seller_sku is null;
create index listings_seller_sku_start on listings (upper(seller_sku) text_pattern_ops);
create index listings_fnsku_start on listings (upper(fnsku) text_pattern_ops);
create index listings_asin_start on listings (upper(asin) text_pattern_ops);

-- Every word of a product's title, once. A word with a typo is looked up here, among some ten thousand words, not in a
-- million titles; words with digits are models and sizes, without end, and nobody can guess them. A word stays when the
-- last title with it has gone: it then finds nothing.
create table title_words (
  word text collate "C" primary key
);
create index title_words_like on title_words using gin (word gin_trgm_ops);
