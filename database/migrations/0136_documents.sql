-- The file cabinet: a row per file that was taken in or made, wherever its bytes lie.

create table documents (
  id bigint generated always as identity primary key,
  name text not null constraint documents_name_length check (length(name) between 1 and 255),
  type text not null constraint documents_type_known check (type in ('PO_CSV', 'PACKING_LIST', 'VENDOR_INVOICE', 'CREDIT', 'CASE_PHOTOS',
    'EVIDENCE_PACK', 'LABEL_PDF', 'MARKETPLACE_REPORT', 'PRICE_LIST', 'FEED_PAYLOAD', 'EXPORT', 'OTHER')),
  -- the permission without which nobody hears of it: that of the screen that it comes from
  area text not null,
  link_kind text constraint documents_link_known check (link_kind in ('PRODUCT', 'PURCHASE_ORDER', 'PACKING_LIST', 'INVOICE', 'CASE', 'FEED', 'JOB')),
  link_id text,
  link_label text,
  vendor text,
  media_type text not null,
  -- null of what is made anew whenever it is opened
  bytes bigint,
  sha256 bytea,
  -- where the bytes lie: among the documents' own files, or where they always lay
  store text not null constraint documents_store_known check (store in ('OWN', 'INVOICE', 'PACKING_LIST', 'CASE_PHOTO', 'FEED')),
  place text not null,
  -- what files it by itself names it, so that it is filed once
  source_key text,
  version integer not null default 1,
  -- null: the system itself
  uploaded_by bigint constraint documents_uploaded_by_fkey references users,
  filed_at timestamptz not null default now(),
  keep_until timestamptz,
  deleted_at timestamptz,
  deleted_by bigint constraint documents_deleted_by_fkey references users,
  -- what a search looks through
  words text not null generated always as (regexp_replace(name || ' ' || coalesce(link_label, '') || ' ' || coalesce(vendor, ''), '[^[:alnum:]]+', ' ', 'g')) stored,
  constraint documents_link_whole check (num_nulls(link_kind, link_id, link_label) in (0, 3)),
  constraint documents_hash_of_own check (store <> 'OWN' or (bytes is not null and sha256 is not null))
);
create unique index documents_source_key on documents (source_key) where source_key is not null;
create index documents_of_area on documents (area, id) where deleted_at is null;
create index documents_of_type on documents (type, id) where deleted_at is null;
create index documents_linked on documents (link_kind, link_id, id) where link_kind is not null;
create index documents_deleted on documents (deleted_at, id) where deleted_at is not null;
create index documents_ending on documents (keep_until) where keep_until is not null and deleted_at is null;
create index documents_sha256 on documents (sha256) where sha256 is not null;
create index documents_place on documents (place) where store = 'OWN';
create index documents_words on documents using gin (to_tsvector('simple', words));
create index documents_uploaded_by on documents (uploaded_by);
create index documents_deleted_by on documents (deleted_by) where deleted_by is not null;

-- What stood there before it was replaced.
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
  constraint document_versions_pkey primary key (document_id, version)
);
create index document_versions_place on document_versions (place) where store = 'OWN';
create index document_versions_uploaded_by on document_versions (uploaded_by);

-- A new file in the place of the one that a document had: that one becomes a version of it.
create function keep_document_version() returns trigger language plpgsql as $$
begin
  if (new.place, new.sha256, new.store) is distinct from (old.place, old.sha256, old.store) then
    insert into document_versions (document_id, version, name, media_type, bytes, sha256, store, place, uploaded_by, filed_at)
    values (old.id, old.version, old.name, old.media_type, old.bytes, old.sha256, old.store, old.place, old.uploaded_by, old.filed_at);
    new.version := old.version + 1;
  end if;
  return new;
end $$;
create trigger documents_versioned before update of place, sha256, store on documents for each row execute function keep_document_version();

-- What lies elsewhere is filed where it is written, in the same transaction. Its bytes stay where they are.
create function file_invoice() returns trigger language plpgsql as $$
begin
  insert into documents (name, type, area, link_kind, link_id, link_label, vendor, media_type, bytes, sha256, store, place, source_key, uploaded_by)
  select left(new.original_name, 255), 'VENDOR_INVOICE', 'invoices.read', 'INVOICE', i.id::text, i.number, i.vendor, 'application/pdf', new.bytes, new.sha256,
    'INVOICE', new.stored_name, 'INVOICE ' || i.id, new.uploaded_by
  from vendor_invoices i where i.id = new.invoice_id
  on conflict (source_key) where source_key is not null do update set name = excluded.name, bytes = excluded.bytes, sha256 = excluded.sha256,
    place = excluded.place, uploaded_by = excluded.uploaded_by, filed_at = now();
  return null;
end $$;
create trigger vendor_invoice_files_filed after insert or update on vendor_invoice_files for each row execute function file_invoice();

-- One file per list, whose bytes are replaced in their row: there is nothing left of the one before.
create function file_packing_list() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from documents where source_key = 'PACKING_LIST ' || old.packing_list_id;
    return null;
  end if;
  insert into documents (name, type, area, link_kind, link_id, link_label, vendor, media_type, bytes, sha256, store, place, source_key, uploaded_by)
  select new.name, 'PACKING_LIST', 'purchasing.read', 'PACKING_LIST', p.id::text, o.po_number || ', ' || p.shipment_id, o.vendor, 'application/octet-stream',
    length(new.content), sha256(new.content), 'PACKING_LIST', p.id::text, 'PACKING_LIST ' || p.id, new.uploaded_by
  from packing_lists p join purchase_orders o on o.id = p.purchase_order_id where p.id = new.packing_list_id;
  return null;
end $$;
create function refile_packing_list() returns trigger language plpgsql as $$
begin
  delete from documents where source_key = 'PACKING_LIST ' || new.packing_list_id;
  return new;
end $$;
create trigger packing_list_files_refiled before insert or update on packing_list_files for each row execute function refile_packing_list();
create trigger packing_list_files_filed after insert or update or delete on packing_list_files for each row execute function file_packing_list();

create function file_case_photo() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.files_gone then delete from documents where source_key = 'CASE_PHOTO ' || new.id;
    elsif new.deleted_at is distinct from old.deleted_at then update documents set deleted_at = new.deleted_at where source_key = 'CASE_PHOTO ' || new.id;
    end if;
    return null;
  end if;
  insert into documents (name, type, area, link_kind, link_id, link_label, media_type, bytes, sha256, store, place, source_key, uploaded_by, filed_at)
  values (left(new.section || ' ' || new.original_filename, 255), 'CASE_PHOTOS', 'cases.read', 'CASE', new.case_id::text, 'Case ' || new.case_id, 'image/jpeg', new.bytes, new.sha256,
    'CASE_PHOTO', new.case_id || '/' || new.filename, 'CASE_PHOTO ' || new.id, new.uploaded_by, new.uploaded_at);
  return null;
end $$;
create trigger case_photos_filed after insert or update of deleted_at, files_gone on case_photos for each row
  -- Photos of packed orders, which show whom they go to, are no documents.
  when (new.case_id is not null) execute function file_case_photo();

-- What a feed says is told by its changes: nothing is kept twice.
create function file_feed() returns trigger language plpgsql as $$
begin
  insert into documents (name, type, area, link_kind, link_id, link_label, media_type, store, place, source_key, uploaded_by, filed_at)
  values ('feed-' || new.job_id || '-' || new.part || '.csv', 'FEED_PAYLOAD', 'listings.read', 'FEED', new.id::text, 'Listing job ' || new.job_id, 'text/csv',
    'FEED', new.job_id || '/' || new.part, 'FEED ' || new.id, new.created_by, new.submitted_at) on conflict (source_key) where source_key is not null do nothing;
  return null;
end $$;
create trigger listing_feeds_filed after insert on listing_feeds for each row execute function file_feed();
create function unfile_feed() returns trigger language plpgsql as $$
begin
  delete from documents where source_key in (select 'FEED ' || id from gone);
  return null;
end $$;
create trigger listing_feeds_unfiled after delete on listing_feeds referencing old table as gone for each statement execute function unfile_feed();

-- What was there before there was a cabinet.
update vendor_invoice_files set pages = pages;
update packing_list_files set name = name;
insert into documents (name, type, area, link_kind, link_id, link_label, media_type, bytes, sha256, store, place, source_key, uploaded_by, filed_at, deleted_at)
select left(section || ' ' || original_filename, 255), 'CASE_PHOTOS', 'cases.read', 'CASE', case_id::text, 'Case ' || case_id, 'image/jpeg', bytes, sha256, 'CASE_PHOTO',
  case_id || '/' || filename, 'CASE_PHOTO ' || id, uploaded_by, uploaded_at, deleted_at
from case_photos where not files_gone;
insert into documents (name, type, area, link_kind, link_id, link_label, media_type, store, place, source_key, uploaded_by, filed_at)
select 'feed-' || job_id || '-' || part || '.csv', 'FEED_PAYLOAD', 'listings.read', 'FEED', id::text, 'Listing job ' || job_id, 'text/csv', 'FEED', job_id || '/' || part,
  'FEED ' || id, created_by, submitted_at
from listing_feeds;
