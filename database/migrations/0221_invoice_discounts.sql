-- What a vendor takes off an invoice as a whole, agreed: no line is judged by it.
alter table vendor_invoices
  add column discount numeric(14, 2) not null default 0 constraint vendor_invoices_discount_not_negative check (discount >= 0),
  drop constraint vendor_invoices_adds_up,
  add constraint vendor_invoices_adds_up check (state in ('DRAFT', 'VOID') or total = goods + freight + tax - discount),
  add constraint vendor_invoices_discount_of_goods check (state in ('DRAFT', 'VOID') or discount = 0 or discount <= goods);

create function guard_invoice_discount() returns trigger language plpgsql as $$
begin
  if old.state <> 'DRAFT' then raise exception 'only a draft is edited'; end if;
  return new;
end $$;
create trigger vendor_invoices_discount_guarded before update of discount on vendor_invoices
  for each row when (old.discount <> new.discount) execute function guard_invoice_discount();
