-- What people enter of a product, beside what the marketplace tells. No import writes here.

alter table products
  -- In which condition it is sold, where nobody says.
  add column default_condition smallint not null default 11 constraint products_condition_known check (default_condition in (1, 2, 3, 4, 11)),
  add column image_url text,
  add column case_pack integer constraint products_case_pack_positive check (case_pack > 0),
  -- Pounds and inches, as the carriers want them.
  add column weight numeric(9, 3) constraint products_weight_positive check (weight > 0),
  add column length numeric(7, 2) constraint products_length_positive check (length > 0),
  add column width numeric(7, 2) constraint products_width_positive check (width > 0),
  add column height numeric(7, 2) constraint products_height_positive check (height > 0),
  -- What whoever receives a returned unit of it must know.
  add column returns_guidance text,
  add column notes text,
  -- Counts the changes by hand: whoever saves what was read before the last one is told.
  add column revision integer not null default 0,
  -- The id that a page gave this product: what makes a retry add it once.
  add column client_id text;
-- Partial: what imports add has none, and pays nothing.
create unique index products_client_id_key on products (client_id) where client_id is not null;

-- A product's page reads the newest of each, whatever the number of the others.
create index purchase_order_lines_of_gtin on purchase_order_lines (gtin, id);
create index return_cases_seller_sku on return_cases (seller_sku, id);
create index order_pieces_first on order_pieces (listing_id, id) where nth = 1;
