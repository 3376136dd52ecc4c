-- The documents of an invoice are found by the number and the vendor that it has now.

create function rename_invoice_documents() returns trigger language plpgsql as $$
begin
  update documents set link_label = new.number, vendor = new.vendor where link_kind = 'INVOICE' and link_id = new.id::text;
  return null;
end $$;
create trigger vendor_invoices_documents_renamed after update of number, vendor on vendor_invoices
  for each row when ((old.number, old.vendor) is distinct from (new.number, new.vendor)) execute function rename_invoice_documents();

update documents d set link_label = i.number, vendor = i.vendor from vendor_invoices i
where d.link_kind = 'INVOICE' and d.link_id = i.id::text and (d.link_label, d.vendor) is distinct from (i.number, i.vendor);
