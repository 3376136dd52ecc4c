-- The document that an invoice was approved, paid or voided with stays; another one is put beside it. Until then there is one,
-- which another one replaces.
alter table vendor_invoice_files drop constraint vendor_invoice_files_pkey;
alter table vendor_invoice_files add column id bigint generated always as identity constraint vendor_invoice_files_pkey primary key;
alter table vendor_invoice_files add column is_held boolean not null default false;
create unique index vendor_invoice_files_replaceable on vendor_invoice_files (invoice_id) where not is_held;
create unique index vendor_invoice_files_content on vendor_invoice_files (invoice_id, sha256);

create or replace function guard_vendor_invoice_file() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.is_held := exists (select from vendor_invoices where id = new.invoice_id and state in ('APPROVED', 'PAID', 'VOID'));
    return new;
  end if;
  if old.is_held and (tg_op = 'DELETE' or new is distinct from old) then
    raise exception 'a document that an invoice was approved, paid or voided with is never replaced';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
drop trigger vendor_invoice_files_guarded on vendor_invoice_files;

-- Each document is filed by itself.
update documents d set source_key = 'INVOICE ' || f.invoice_id || ' ' || f.id from vendor_invoice_files f where d.source_key = 'INVOICE ' || f.invoice_id;
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
drop trigger vendor_invoice_files_filed on vendor_invoice_files;
create trigger vendor_invoice_files_filed after insert or update of original_name, stored_name, bytes, sha256 on vendor_invoice_files
  for each row execute function file_invoice();

update vendor_invoice_files f set is_held = true from vendor_invoices i where i.id = f.invoice_id and i.state in ('APPROVED', 'PAID', 'VOID');
create trigger vendor_invoice_files_guarded before insert or update or delete on vendor_invoice_files
  for each row execute function guard_vendor_invoice_file();

create function hold_vendor_invoice_files() returns trigger language plpgsql as $$
begin
  update vendor_invoice_files set is_held = true where invoice_id = new.id and not is_held;
  return null;
end $$;
create trigger vendor_invoices_files_held after update of state on vendor_invoices
  for each row when (new.state in ('APPROVED', 'PAID', 'VOID') and old.state <> new.state) execute function hold_vendor_invoice_files();
