-- Who changes or approves an invoice says which version was seen: it grows with every edit.
alter table vendor_invoices add column version integer not null default 1;
-- What the page sent under its id: the same id with other content is no retry.
alter table vendor_invoices add column client_digest bytea;

-- Pages that can't be counted without unpacking what a file holds are not counted.
alter table vendor_invoice_files alter column pages drop not null;

-- The document of an invoice that is paid or void is what was paid, or refused: it stays.
create function guard_vendor_invoice_file() returns trigger language plpgsql as $$
declare
  invoice_state text;
begin
  select state into invoice_state from vendor_invoices where id = old.invoice_id;
  if invoice_state in ('PAID', 'VOID') and (tg_op = 'DELETE'
    or (new.invoice_id, new.sha256, new.stored_name, new.bytes) is distinct from (old.invoice_id, old.sha256, old.stored_name, old.bytes)) then
    raise exception 'the document of an invoice that is % is never replaced', lower(invoice_state);
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger vendor_invoice_files_guarded before update or delete on vendor_invoice_files
  for each row execute function guard_vendor_invoice_file();
