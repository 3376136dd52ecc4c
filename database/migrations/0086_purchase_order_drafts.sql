-- What a company has agreed with a vendor, for orders by hand and for reorder proposals.
create table vendor_terms (
  vendor_key text constraint vendor_terms_pkey primary key,
  -- The name as people write it.
  vendor text not null constraint vendor_terms_vendor_length check (length(vendor) between 1 and 200),
  -- Days from the order to the receipt; null for the general setting.
  lead_days integer constraint vendor_terms_lead_days check (lead_days between 0 and 365),
  payment_terms text constraint vendor_terms_payment_length check (length(payment_terms) between 1 and 200),
  minimum_order numeric(12, 2) constraint vendor_terms_minimum_positive check (minimum_order > 0),
  order_email text constraint vendor_terms_email_shape check (order_email ~ '^[^@\s]+@[^@\s]+$'),
  version integer not null default 1
);

-- How a vendor sells a product. Without a row, the product's own case pack and item code count.
create table vendor_products (
  vendor_key text not null,
  product_id bigint not null constraint vendor_products_product_fkey references products,
  supplier_sku text constraint vendor_products_sku_length check (length(supplier_sku) between 1 and 100),
  case_pack integer constraint vendor_products_case_positive check (case_pack > 0),
  minimum_quantity integer constraint vendor_products_minimum_positive check (minimum_quantity > 0),
  version integer not null default 1,
  constraint vendor_products_pkey primary key (product_id, vendor_key)
);

-- An order by hand from its first line until it is sent. A sent one is a row of purchase_orders, and this row says how it was sent.
create table purchase_order_drafts (
  id bigint generated always as identity constraint purchase_order_drafts_pkey primary key,
  po_number text not null constraint purchase_order_drafts_number_length check (length(po_number) between 1 and 64),
  vendor text not null constraint purchase_order_drafts_vendor_length check (length(vendor) between 1 and 200),
  expected_on date,
  notes text constraint purchase_order_drafts_notes_length check (length(notes) between 1 and 2000),
  origin text not null constraint purchase_order_drafts_origin_known check (origin in ('HAND', 'COPY', 'PROPOSAL')),
  version integer not null default 1,
  created_by bigint not null constraint purchase_order_drafts_created_by_fkey references users,
  created_at timestamptz not null default now(),
  updated_by bigint not null constraint purchase_order_drafts_updated_by_fkey references users,
  updated_at timestamptz not null default now(),
  purchase_order_id bigint constraint purchase_order_drafts_order_key unique constraint purchase_order_drafts_order_fkey references purchase_orders,
  sent_by bigint constraint purchase_order_drafts_sent_by_fkey references users,
  sent_at timestamptz,
  -- null for an order that the person sends without Stowage
  recipient text,
  mail_id bigint,
  constraint purchase_order_drafts_sent check (num_nulls(purchase_order_id, sent_by, sent_at) in (0, 3)),
  constraint purchase_order_drafts_mailed check (mail_id is null or recipient is not null)
);
create unique index purchase_order_drafts_number_key on purchase_order_drafts (upper(po_number)) where purchase_order_id is null;
create index purchase_order_drafts_open on purchase_order_drafts (id) where purchase_order_id is null;
create index purchase_order_drafts_created_by on purchase_order_drafts (created_by);
create index purchase_order_drafts_updated_by on purchase_order_drafts (updated_by);
create index purchase_order_drafts_sent_by on purchase_order_drafts (sent_by) where sent_by is not null;

-- The lines of drafts. Sending makes them lines of the purchase order and deletes them here.
create table purchase_order_draft_lines (
  draft_id bigint not null constraint purchase_order_draft_lines_draft_fkey references purchase_order_drafts on delete cascade,
  line_number integer not null,
  product_id bigint not null constraint purchase_order_draft_lines_product_fkey references products,
  gtin text not null constraint purchase_order_draft_lines_gtin_shape check (gtin ~ '^[0-9]{14}$'),
  supplier_sku text not null constraint purchase_order_draft_lines_sku_length check (length(supplier_sku) between 1 and 100),
  product_name text not null constraint purchase_order_draft_lines_name_length check (length(product_name) between 1 and 500),
  ordered integer not null constraint purchase_order_draft_lines_ordered check (ordered between 1 and 1000000),
  unit_cost numeric(13, 4) constraint purchase_order_draft_lines_cost_not_negative check (unit_cost >= 0),
  constraint purchase_order_draft_lines_pkey primary key (draft_id, line_number)
);
create unique index purchase_order_draft_lines_sku_key on purchase_order_draft_lines (draft_id, upper(supplier_sku));
create index purchase_order_draft_lines_product on purchase_order_draft_lines (product_id);
