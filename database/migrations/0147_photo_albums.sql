-- Photos are of cases, and of how orders were packed. Links, parts and photos are the same for both; each row names one of
-- the two.

alter table case_upload_links rename to upload_links;
alter table case_photos rename to photos;
alter table case_partial_photos rename to partial_photos;

alter table upload_links
  alter column case_id drop not null,
  add column order_id text constraint upload_links_order_fkey references orders,
  add constraint upload_links_album check (num_nonnulls(case_id, order_id) = 1);
create index upload_links_order_id on upload_links (order_id) where order_id is not null;

alter table photos
  alter column case_id drop not null,
  add column order_id text constraint photos_order_fkey references orders,
  add constraint photos_album check (num_nonnulls(case_id, order_id) = 1),
  add constraint photos_order_client_key unique (order_id, client_photo_id),
  add constraint photos_order_filename_key unique (order_id, filename);
create index photos_of_order on photos (order_id, id) where deleted_at is null and order_id is not null;
create unique index photos_of_order_once on photos (order_id, section, original_sha256) where deleted_at is null and order_id is not null;
-- What shows whom an order goes to, to be forgotten with the recipient.
create index photos_personal on photos (order_id) where section = 'label' and deleted_at is null and order_id is not null;

alter table partial_photos
  drop constraint case_partial_photos_pkey,
  alter column case_id drop not null,
  add column order_id text constraint partial_photos_order_fkey references orders,
  add constraint partial_photos_album check (num_nonnulls(case_id, order_id) = 1),
  add constraint partial_photos_case_key unique (case_id, client_photo_id),
  add constraint partial_photos_order_key unique (order_id, client_photo_id);
