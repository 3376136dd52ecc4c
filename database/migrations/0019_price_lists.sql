create table price_list_uploads (
  id bigint generated always as identity primary key,
  file_name text not null,
  -- Whose list it is, for the rows that do not say.
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
  -- Items that a later file had changed again stay as they are when this one is undone.
  kept_count integer,
  compared_version bigint,
  -- How many rows a file was said to have: the staged ones lie in an unlogged table, of which a crash may leave any
  -- part.
  expected_rows integer,
  undone_by bigint constraint price_list_uploads_undone_by_fkey references users
);
create index price_list_uploads_created_by on price_list_uploads (created_by);
create index price_list_uploads_undone_by on price_list_uploads (undone_by) where undone_by is not null;

-- A file's rows until they are applied. Unlogged: a crash loses what was not yet applied, and the file is chosen again.
create unlogged table price_list_upload_rows (
  upload_id bigint not null,
  row_number integer not null,
  gtin text,
  item_code text,
  product_title text,
  vendor text,
  cost numeric(13, 4),
  map numeric(11, 2),
  -- As it stood in the file.
  upc text not null,
  -- Why it is not taken.
  reason text,
  primary key (upload_id, row_number)
);

-- The rows of applied files that were not taken: promised for ninety days, so that no crash may empty their table.
-- Without a foreign key: they are written by the statements that apply their file, and 200,000 checks would cost a
-- second.
create table price_list_refused_rows (
  upload_id bigint not null,
  row_number integer not null,
  -- As it stood in the file.
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
  -- The file that it was last changed by.
  upload_id bigint not null,
  updated_at timestamptz not null default now()
) with (fillfactor = 80);
-- Room in each page and no index on price, cost or time: a new price rewrites no index.
create unique index price_list_items_gtin_key on price_list_items (gtin);
create index price_list_items_item_code on price_list_items (lower(item_code));
-- A vendor's name in full finds that vendor's items without a search through words that a hundred thousand others
-- share.
create index price_list_items_vendor on price_list_items (lower(vendor), id);

-- What a search looks through: GTIN, item code, title and vendor in small letters, each with a space in front, so that
-- short words are found at their beginning. Beside the items, because a new price must not rewrite fifty index entries.
create table price_list_words (
  item_id bigint primary key constraint price_list_words_item_fkey references price_list_items on delete cascade,
  words text not null
);
create index price_list_words_search on price_list_words using gin (words gin_trgm_ops);

-- What each file changed, so that it can be undone and an item's price history shown. Append-only but for the mark of
-- the undo. Without foreign keys: both sides are written by the same statement, and 200,000 checks would cost a second.
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
  -- Most files change no words; the old ones are kept where one does.
  is_reworded boolean not null default false,
  old_item_code text,
  old_product_title text,
  old_vendor text,
  -- What a file made of an item's words, for its history; as the old ones, kept where the words have changed.
  new_item_code text,
  new_product_title text,
  new_vendor text,
  primary key (item_id, upload_id)
);
-- A file's changes lie together.
create index price_list_changes_upload_id on price_list_changes using brin (upload_id) with (pages_per_range = 16);

-- How many items there are: counting a million takes longer than showing fifty. Whoever applies or undoes a file locks
-- this row.
create table price_list_total (
  is_only boolean primary key default true constraint price_list_total_one_row check (is_only),
  items bigint not null,
  -- Each applied or undone file makes a new version of the list; a comparison holds for the version that it saw.
  version bigint not null default 0
);

insert into price_list_total (items) values (0);
