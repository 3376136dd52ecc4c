-- The file cabinet: one row per file that was uploaded or generated, wherever its bytes are.
create table documents (
  id bigint generated always as identity primary key,
  name text not null constraint documents_name_length check (length(name) between 1 and 255),
  type text not null
    constraint documents_type_known check (type in ('PO_CSV', 'PACKING_LIST', 'VENDOR_INVOICE', 'CREDIT', 'CASE_PHOTOS',
    'EVIDENCE_PACK', 'LABEL_PDF', 'MARKETPLACE_REPORT', 'PRICE_LIST', 'FEED_PAYLOAD', 'EXPORT', 'OTHER')),
  -- the permission that a person needs to see it: that of the screen it comes from
  area text not null,
  link_kind text
    constraint documents_link_known check (link_kind in ('PRODUCT', 'PURCHASE_ORDER', 'PACKING_LIST', 'INVOICE', 'CASE', 'ORDER', 'FEED', 'JOB')),
  link_id text,
  link_label text,
  vendor text,
  media_type text not null,
  -- null for documents that are generated when opened
  bytes bigint,
  sha256 bytea,
  -- where the bytes are: among the documents' own files, or with the feature that owns them
  store text not null constraint documents_store_known check (store in ('OWN', 'INVOICE', 'PACKING_LIST', 'CASE_PHOTO', 'FEED')),
  place text not null,
  -- the source of an automatically filed document, so that it is filed once
  source_key text,
  version integer not null default 1,
  -- null: the system itself
  uploaded_by bigint constraint documents_uploaded_by_fkey references users,
  filed_at timestamptz not null default now(),
  keep_until timestamptz,
  deleted_at timestamptz,
  deleted_by bigint constraint documents_deleted_by_fkey references users,
  -- the text that searches read
  words text not null generated always as (regexp_replace(name || ' ' || coalesce(link_label, '') || ' ' || coalesce(vendor, ''), '[^[:alnum:]]+', ' ', 'g')) stored,
  constraint documents_link_whole check (num_nulls(link_kind, link_id, link_label) in (0, 3)),
  constraint documents_hash_of_own check (store <> 'OWN' or (bytes is not null and sha256 is not null))
);
create unique index documents_source_key on documents (source_key) where source_key is not null;
create index documents_deleted on documents (deleted_at, id) where deleted_at is not null;
create index documents_ending on documents (keep_until) where keep_until is not null and deleted_at is null;
create index documents_sha256 on documents (sha256) where sha256 is not null;
create index documents_place on documents (place) where store = 'OWN';
create index documents_words on documents using gin (to_tsvector('simple', words));
create index documents_uploaded_by on documents (uploaded_by);
create index documents_deleted_by on documents (deleted_by) where deleted_by is not null;
create index documents_of_area on documents (area, filed_at, id) where deleted_at is null;
create index documents_of_type on documents (type, area, filed_at, id) where deleted_at is null;
create index documents_of_vendor on documents (vendor, area, filed_at, id) where deleted_at is null and vendor is not null;
create index documents_of_vendor_and_type on documents (vendor, type, area, filed_at, id) where deleted_at is null and vendor is not null;
create index documents_deleted_of_area on documents (area, filed_at, id) where deleted_at is not null;
create index documents_linked on documents (link_kind, link_id, filed_at, id) where link_kind is not null;
-- Serves words that many documents contain: the newest documents come first.
create index documents_filed on documents (filed_at, id);

-- Earlier versions of replaced documents.
create table document_versions (
  document_id bigint not null constraint document_versions_document_fkey references documents on delete cascade,
  version integer not null,
  name text not null,
  media_type text not null,
  bytes bigint,
  sha256 bytea,
  store text not null,
  place text not null,
  uploaded_by bigint constraint document_versions_uploaded_by_fkey references users,
  filed_at timestamptz not null,
  primary key (document_id, version)
);
create index document_versions_place on document_versions (place) where store = 'OWN';
create index document_versions_uploaded_by on document_versions (uploaded_by);
