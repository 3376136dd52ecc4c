-- A link to the page where a phone uploads photos of a case, an order or a purchase order line.
create table upload_links (
  id bigint generated always as identity primary key,
  case_id bigint constraint upload_links_case_fkey references return_cases,
  -- sha-256 of the token
  token_hash bytea not null constraint upload_links_token_key unique,
  -- sha-256 of the secret that the first phone to open the link received
  device_hash bytea,
  -- the sections that it asks for; null for all
  sections text[],
  created_by bigint not null constraint upload_links_created_by_fkey references users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  finished_at timestamptz,
  order_id text constraint upload_links_order_fkey references orders,
  line_id bigint constraint upload_links_line_fkey references purchase_order_lines,
  constraint upload_links_album check (num_nonnulls(case_id, order_id, line_id) = 1)
);
create index upload_links_case_id on upload_links (case_id);
create index upload_links_created_by on upload_links (created_by);
create index upload_links_order_id on upload_links (order_id) where order_id is not null;
create index upload_links_line_id on upload_links (line_id) where line_id is not null;

-- A photo. Its files are in the data directory, under names that the server made, before the row exists.
create table photos (
  id bigint generated always as identity primary key,
  case_id bigint constraint photos_case_fkey references return_cases,
  section text not null,
  filename text not null,
  original_filename text not null,
  -- the phone's id: a retry with the same id adds it once
  client_photo_id text not null,
  -- sha-256 of the upload, and of the stored file
  original_sha256 bytea not null,
  sha256 bytea not null,
  bytes integer not null,
  width integer not null,
  height integer not null,
  -- the camera's own time, without a zone
  taken_at timestamp,
  -- the link of the phone or the person who uploaded it
  link_id bigint constraint photos_link_fkey references upload_links,
  uploaded_by bigint constraint photos_uploaded_by_fkey references users,
  uploaded_at timestamptz not null,
  deleted_at timestamptz,
  -- true once the files of a deleted photo are removed from the data directory
  files_deleted boolean not null default false,
  order_id text constraint photos_order_fkey references orders,
  line_id bigint constraint photos_line_fkey references purchase_order_lines,
  constraint photos_case_client_key unique (case_id, client_photo_id),
  constraint photos_case_filename_key unique (case_id, filename),
  constraint photos_order_client_key unique (order_id, client_photo_id),
  constraint photos_order_filename_key unique (order_id, filename),
  constraint photos_line_client_key unique (line_id, client_photo_id),
  constraint photos_line_filename_key unique (line_id, filename),
  constraint photos_album check (num_nonnulls(case_id, order_id, line_id) = 1)
);
create index photos_of_case on photos (case_id, id) where deleted_at is null;
-- The same picture is stored once per section.
create unique index photos_of_case_once on photos (case_id, section, original_sha256) where deleted_at is null;
create index photos_with_files_left on photos (id) where deleted_at is not null and not files_deleted;
create index photos_link_id on photos (link_id);
create index photos_uploaded_by on photos (uploaded_by) where uploaded_by is not null;
create index photos_of_order on photos (order_id, id) where deleted_at is null and order_id is not null;
create unique index photos_of_order_once on photos (order_id, section, original_sha256) where deleted_at is null and order_id is not null;
-- Photos that show the recipient are deleted with the recipient.
create index photos_personal on photos (order_id) where section = 'label' and deleted_at is null and order_id is not null;
create index photos_of_line on photos (line_id, id) where deleted_at is null and line_id is not null;
create unique index photos_of_line_once on photos (line_id, section, original_sha256) where deleted_at is null and line_id is not null;

-- Uploads in progress. The file is written up to `received`; the phone sends the rest again.
create table partial_photos (
  case_id bigint constraint partial_photos_case_fkey references return_cases,
  client_photo_id text not null,
  link_id bigint not null constraint partial_photos_link_fkey references upload_links,
  section text not null,
  original_filename text not null,
  -- the name of the part in the data directory
  filename text not null,
  size integer not null,
  received integer not null default 0,
  -- the expected hash of the whole file, if the phone can calculate it
  sha256 bytea,
  taken_at timestamp,
  updated_at timestamptz not null,
  order_id text constraint partial_photos_order_fkey references orders,
  line_id bigint constraint partial_photos_line_fkey references purchase_order_lines,
  constraint partial_photos_case_key unique (case_id, client_photo_id),
  constraint partial_photos_order_key unique (order_id, client_photo_id),
  constraint partial_photos_line_key unique (line_id, client_photo_id),
  constraint partial_photos_received check (received between 0 and size),
  constraint partial_photos_album check (num_nonnulls(case_id, order_id, line_id) = 1)
);
create index partial_photos_link_id on partial_photos (link_id);
create index partial_photos_updated_at on partial_photos (updated_at);
