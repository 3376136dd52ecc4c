-- A new file in the place of the one that a document had: that one becomes a version of it.
create or replace function keep_document_version() returns trigger language plpgsql as $$
begin
  if (new.place, new.sha256, new.store) is distinct from (old.place, old.sha256, old.store) then
    insert into document_versions (document_id, version, name, media_type, bytes, sha256, store, place, uploaded_by, filed_at)
    values (old.id, old.version, old.name, old.media_type, old.bytes, old.sha256, old.store, old.place, old.uploaded_by, old.filed_at);
    new.version := old.version + 1;
  end if;
  return new;
end $$;
create or replace trigger documents_versioned before update of place, sha256, store on documents for each row execute function keep_document_version();

-- What lies elsewhere is filed where it is written, in the same transaction. Its bytes stay where they are.
create or replace function file_invoice() returns trigger language plpgsql as $$
begin
  insert into documents (name, type, area, link_kind, link_id, link_label, vendor, media_type, bytes, sha256, store, place, source_key, uploaded_by)
  select left(new.original_name, 255), 'VENDOR_INVOICE', 'invoices.read', 'INVOICE', i.id::text, i.number, i.vendor, 'application/pdf', new.bytes, new.sha256,
    'INVOICE', new.stored_name, 'INVOICE ' || i.id || ' ' || new.id, new.uploaded_by
  from vendor_invoices i where i.id = new.invoice_id
  on conflict (source_key) where source_key is not null do update set name = excluded.name, bytes = excluded.bytes, sha256 = excluded.sha256,
    place = excluded.place, uploaded_by = excluded.uploaded_by, filed_at = now();
  return null;
end $$;
create or replace trigger vendor_invoice_files_filed after insert or update of original_name, stored_name, bytes, sha256 on vendor_invoice_files
  for each row execute function file_invoice();

create or replace function rename_invoice_documents() returns trigger language plpgsql as $$
begin
  update documents set link_label = new.number, vendor = new.vendor where link_kind = 'INVOICE' and link_id = new.id::text;
  return null;
end $$;
create or replace trigger vendor_invoices_documents_renamed after update of number, vendor on vendor_invoices
  for each row when ((old.number, old.vendor) is distinct from (new.number, new.vendor)) execute function rename_invoice_documents();

-- One file per list, whose bytes are replaced in their row: there is nothing left of the one before.
create or replace function file_packing_list() returns trigger language plpgsql as $$
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
create or replace trigger packing_list_files_filed after insert or update or delete on packing_list_files for each row execute function file_packing_list();

create or replace function refile_packing_list() returns trigger language plpgsql as $$
begin
  delete from documents where source_key = 'PACKING_LIST ' || new.packing_list_id;
  return new;
end $$;
create or replace trigger packing_list_files_refiled before insert or update on packing_list_files for each row execute function refile_packing_list();

create or replace function file_case_photo() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.files_deleted then delete from documents where source_key = 'CASE_PHOTO ' || new.id;
    elsif new.deleted_at is distinct from old.deleted_at then update documents set deleted_at = new.deleted_at where source_key = 'CASE_PHOTO ' || new.id;
    end if;
    return null;
  end if;
  insert into documents (name, type, area, link_kind, link_id, link_label, media_type, bytes, sha256, store, place, source_key, uploaded_by, filed_at)
  values (left(new.section || ' ' || new.original_filename, 255), 'CASE_PHOTOS', 'cases.read', 'CASE', new.case_id::text, 'Case ' || new.case_id, 'image/jpeg', new.bytes, new.sha256,
    'CASE_PHOTO', new.case_id || '/' || new.filename, 'CASE_PHOTO ' || new.id, new.uploaded_by, new.uploaded_at);
  return null;
end $$;
create or replace trigger photos_filed after insert or update of deleted_at, files_deleted on photos for each row
  -- Photos of packed orders, which show whom they go to, are no documents.
  when (new.case_id is not null) execute function file_case_photo();

-- What a feed says is told by its changes: nothing is kept twice.
create or replace function file_feed() returns trigger language plpgsql as $$
begin
  insert into documents (name, type, area, link_kind, link_id, link_label, media_type, store, place, source_key, uploaded_by, filed_at)
  values ('feed-' || new.job_id || '-' || new.part || '.csv', 'FEED_PAYLOAD', 'listings.read', 'FEED', new.id::text, 'Listing job ' || new.job_id, 'text/csv',
    'FEED', new.job_id || '/' || new.part, 'FEED ' || new.id, new.created_by, new.submitted_at) on conflict (source_key) where source_key is not null do nothing;
  return null;
end $$;
create or replace trigger listing_feeds_filed after insert on listing_feeds for each row execute function file_feed();

create or replace function unfile_feed() returns trigger language plpgsql as $$
begin
  delete from documents where source_key in (select 'FEED ' || id from gone);
  return null;
end $$;
create or replace trigger listing_feeds_unfiled after delete on listing_feeds referencing old table as gone for each statement execute function unfile_feed();
