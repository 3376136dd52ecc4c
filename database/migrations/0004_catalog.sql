-- Trigram indexes serve searches for parts of words.
create extension if not exists pg_trgm;

-- Products. Their GTINs and listings follow.
create table products (
  id bigint generated always as identity primary key,
  title text not null constraint products_title_filled check (title <> ''),
  brand text,
  vendor text,
  item_code text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The condition that a new listing gets unless someone chooses another.
  default_condition smallint not null default 11 constraint products_condition_known check (default_condition in (1, 2, 3, 4, 11)),
  image_url text,
  case_pack integer constraint products_case_pack_positive check (case_pack > 0),
  -- Pounds and inches, the units that carriers use.
  weight numeric(9, 3) constraint products_weight_positive check (weight > 0),
  length numeric(7, 2) constraint products_length_positive check (length > 0),
  width numeric(7, 2) constraint products_width_positive check (width > 0),
  height numeric(7, 2) constraint products_height_positive check (height > 0),
  -- Shown to the person who receives a returned unit.
  returns_guidance text,
  notes text,
  -- Counts edits by people, so that an edit based on an outdated version is refused.
  revision integer not null default 0,
  -- The page's id for this product: a retry with the same id adds it once.
  client_id text
);
-- A vendor's item code identifies one product; two vendors may use the same code.
create unique index products_vendor_item_code_key on products (vendor, upper(item_code));
-- Not partial although many values are null: the planner takes no estimates for a whole table from a partial index, and would then read all
-- listings for each scan.
create index products_item_code on products (upper(item_code));
create index products_title on products (title, id);
create index products_title_words on products using gin (to_tsvector('simple', title));
create index products_item_code_start on products (upper(item_code) text_pattern_ops);
-- Partial, so that imported products, which have no client id, cost nothing.
create unique index products_client_id_key on products (client_id) where client_id is not null;

-- UPC-A, EAN-8, EAN-13 and GTIN-14 are stored in one form, 14 digits.
create table product_gtins (
  gtin14 text primary key constraint product_gtins_shape check (gtin14 ~ '^[0-9]{14}$'),
  product_id bigint not null constraint product_gtins_product_fkey references products
);
create index product_gtins_product_id on product_gtins (product_id);

-- A product in one condition, as it is offered. FNSKU and seller SKU identify the listing; many listings may share an ASIN.
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

-- Every word of the product titles, once. A misspelled word is looked up among these ten thousand words instead of in a million titles.
-- Words with digits (models, sizes) are left out. A word stays after the last title with it is gone; it then finds nothing.
create table title_words (
  word text collate "C" primary key
);
create index title_words_like on title_words using gin (word gin_trgm_ops);
