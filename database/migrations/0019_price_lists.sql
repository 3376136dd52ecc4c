create table price_list_uploads (
  id bigint generated always as identity primary key,
  file_name text not null,
  -- The vendor of rows that don't name one.
  vendor text,
  state text not null default 'STAGED' constraint price_list_uploads_state_known check (state in ('STAGED', 'APPLIED', 'UNDONE')),
  row_count integer not null default 0,
  new_count integer not null default 0,
  changed_count integer not null default 0,
  unchanged_count integer not null default 0,
  rejected_count integer not null default 0,
  created_by bigint not null constraint price_list_uploads_created_by_fkey references users,
  created_at timestamptz not null default now(),
  applied_at timestamptz,
  undone_at timestamptz,
  -- Items that an undo left unchanged because a later file had changed them again.
  not_undone_count integer,
  compared_version bigint,
  -- The number of rows in the file: the staged rows are in an unlogged table, and a crash may empty it.
  expected_rows integer,
  undone_by bigint constraint price_list_uploads_undone_by_fkey references users
);
create index price_list_uploads_created_by on price_list_uploads (created_by);
create index price_list_uploads_undone_by on price_list_uploads (undone_by) where undone_by is not null;

-- A file's rows until they are applied. Unlogged: a crash loses only what can be uploaded again.
create unlogged table price_list_upload_rows (
  upload_id bigint not null,
  row_number integer not null,
  gtin text,
  item_code text,
  product_title text,
  vendor text,
  cost numeric(13, 4),
  map numeric(11, 2),
  -- As in the file.
  upc text not null,
  -- Why the row is rejected.
  reason text,
  primary key (upload_id, row_number)
);

-- Rejected rows of applied files, kept for ninety days, so this table is logged. No foreign key: 200,000 checks would cost a second, and
-- the rows are written by the statement that applies their file.
create table price_list_refused_rows (
  upload_id bigint not null,
  row_number integer not null,
  -- As in the file.
  upc text not null,
  reason text not null,
  primary key (upload_id, row_number)
);

create table price_list_items (
  id bigint generated always as identity primary key,
  gtin text not null constraint price_list_items_gtin_shape check (gtin ~ '^[0-9]{14}$'),
  item_code text,
  product_title text not null constraint price_list_items_title_filled check (product_title <> ''),
  vendor text,
  -- null is unknown, never 0.
  cost numeric(13, 4) constraint price_list_items_cost_not_negative check (cost >= 0),
  map numeric(11, 2) constraint price_list_items_map_positive check (map > 0),
  -- The file that last changed it.
  upload_id bigint not null,
  updated_at timestamptz not null default now()
) with (fillfactor = 80);
-- fillfactor leaves room in each page, and price, cost and time have no index, so a new price rewrites no index.
create unique index price_list_items_gtin_key on price_list_items (gtin);
create index price_list_items_item_code on price_list_items (lower(item_code));
-- Finds the items of a vendor by its full name without a search through the words that a hundred thousand items share.
create index price_list_items_vendor on price_list_items (lower(vendor), id);

-- The text that searches read: GTIN, item code, title and vendor in lower case, each after a space, so that the beginnings of words are
-- found. A table of its own, because a new price must not rewrite fifty index entries.
create table price_list_words (
  item_id bigint primary key constraint price_list_words_item_fkey references price_list_items on delete cascade,
  words text not null
);
create index price_list_words_search on price_list_words using gin (words gin_trgm_ops);

-- The changes made by each file, for undoing it and for an item's price history. Append-only except for the undo mark. No foreign keys:
-- 200,000 checks would cost a second, and one statement writes both sides.
create table price_list_changes (
  item_id bigint not null,
  upload_id bigint not null,
  kind text not null constraint price_list_changes_kind_known check (kind in ('ADDED', 'CHANGED')),
  changed_at timestamptz not null default now(),
  old_upload_id bigint,
  old_cost numeric(13, 4),
  new_cost numeric(13, 4),
  old_map numeric(11, 2),
  new_map numeric(11, 2),
  -- Most files change no words, so old and new words are stored only where they differ.
  is_reworded boolean not null default false,
  old_item_code text,
  old_product_title text,
  old_vendor text,
  new_item_code text,
  new_product_title text,
  new_vendor text,
  primary key (item_id, upload_id)
);
-- The changes of a file are stored next to each other, so a BRIN index is enough.
create index price_list_changes_upload_id on price_list_changes using brin (upload_id) with (pages_per_range = 16);

-- The number of items, because counting a million takes longer than showing fifty. Applying or undoing a file locks this row.
create table price_list_total (
  is_only boolean primary key default true constraint price_list_total_one_row check (is_only),
  items bigint not null,
  -- Grows with each applied or undone file; a comparison is valid for the version that it read.
  version bigint not null default 0
);

insert into price_list_total (items) values (0);
