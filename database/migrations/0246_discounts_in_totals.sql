-- What vendors take off as a whole stands in the totals too: without it they don't add up.

alter table vendor_invoice_sums add column discount numeric not null default 0;
alter table vendor_invoice_exception_sums add column discount numeric not null default 0;
alter table vendor_invoice_exceptions add column discount numeric(14, 2) not null default 0;

create or replace function sum_vendor_invoices() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into vendor_invoice_sums (month, vendor_key, state, rows, goods, freight, tax, discount, total)
    select date_trunc('month', invoiced_on), vendor_key, state, count(*), sum(goods), sum(freight), sum(tax), sum(discount), sum(total) from added group by 1, 2, 3;
  else
    insert into vendor_invoice_sums (month, vendor_key, state, rows, goods, freight, tax, discount, total)
    select date_trunc('month', invoiced_on), vendor_key, state, sum(sign), sum(sign * goods), sum(sign * freight), sum(sign * tax), sum(sign * discount), sum(sign * total)
    from (select 1 as sign, * from added union all select -1, * from removed) c group by 1, 2, 3
    having sum(sign) <> 0 or sum(sign * goods) <> 0 or sum(sign * freight) <> 0 or sum(sign * tax) <> 0 or sum(sign * discount) <> 0 or sum(sign * total) <> 0;
  end if;
  return null;
end $$;

create or replace function sum_vendor_invoice_exceptions() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into vendor_invoice_exception_sums (month, vendor_key, state, rows, goods, freight, tax, discount, total)
    select date_trunc('month', invoiced_on), vendor_key, state, count(*), sum(goods), sum(freight), sum(tax), sum(discount), sum(total) from added group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into vendor_invoice_exception_sums (month, vendor_key, state, rows, goods, freight, tax, discount, total)
    select date_trunc('month', invoiced_on), vendor_key, state, -count(*), -sum(goods), -sum(freight), -sum(tax), -sum(discount), -sum(total) from removed group by 1, 2, 3;
  else
    insert into vendor_invoice_exception_sums (month, vendor_key, state, rows, goods, freight, tax, discount, total)
    select date_trunc('month', invoiced_on), vendor_key, state, sum(sign), sum(sign * goods), sum(sign * freight), sum(sign * tax), sum(sign * discount), sum(sign * total)
    from (select 1 as sign, * from added union all select -1, * from removed) c group by 1, 2, 3
    having sum(sign) <> 0 or sum(sign * goods) <> 0 or sum(sign * freight) <> 0 or sum(sign * tax) <> 0 or sum(sign * discount) <> 0 or sum(sign * total) <> 0;
  end if;
  return null;
end $$;

create or replace function keep_invoice_exceptions(ids bigint[]) returns void language sql as $$
  delete from vendor_invoice_exceptions e where e.invoice_id = any(ids)
    and not exists (select from vendor_invoice_matches m where m.invoice_id = e.invoice_id and m.is_open);
  insert into vendor_invoice_exceptions (invoice_id, number, vendor, vendor_key, state, invoiced_on, due_on, paid_on, goods, freight, tax, discount, total, difference)
  select i.id, i.number, i.vendor, i.vendor_key, i.state, i.invoiced_on, i.due_on, i.paid_on, i.goods, i.freight, i.tax, i.discount, i.total, m.difference
  from vendor_invoices i join vendor_invoice_matches m on m.invoice_id = i.id and m.is_open where i.id = any(ids)
  on conflict (invoice_id) do update set number = excluded.number, vendor = excluded.vendor, vendor_key = excluded.vendor_key, state = excluded.state,
    invoiced_on = excluded.invoiced_on, due_on = excluded.due_on, paid_on = excluded.paid_on, goods = excluded.goods, freight = excluded.freight,
    tax = excluded.tax, discount = excluded.discount, total = excluded.total, difference = excluded.difference
    where vendor_invoice_exceptions is distinct from excluded
$$;

insert into vendor_invoice_sums (month, vendor_key, state, rows, goods, freight, tax, discount, total)
select date_trunc('month', invoiced_on), vendor_key, state, 0, 0, 0, 0, sum(discount), 0 from vendor_invoices where discount <> 0 group by 1, 2, 3;
select keep_invoice_exceptions(ids) from (
  select array_agg(i.id) as ids from vendor_invoices i join vendor_invoice_exceptions e on e.invoice_id = i.id where i.discount <> 0
) discounted where ids is not null;
