-- The lists of orders, invoices and credits by any of their columns, and the exceptions with sums of their own: what a page
-- costs does not grow with the table.

-- An order's number stands with its money, so that it can be sorted by and found without the order.
alter table purchase_order_money add column number_key text not null default '';
update purchase_order_money m set number_key = upper(p.po_number) from purchase_orders p where p.id = m.purchase_order_id;
alter table purchase_order_money alter column number_key drop default;

create or replace function begin_order_money() returns trigger language plpgsql as $$
begin
  insert into purchase_order_money (purchase_order_id, ordered_on, vendor_key, number_key)
  select id, (created_at at time zone 'UTC')::date, coalesce(upper(vendor), ''), upper(po_number) from added;
  return null;
end $$;

-- Each begins with the state: a list of all states merges them, so that one index serves both.
create index purchase_order_money_by_number on purchase_order_money (match, number_key, purchase_order_id);
create index purchase_order_money_by_vendor on purchase_order_money (match, vendor_key, purchase_order_id);
create index purchase_order_money_by_ordered on purchase_order_money (match, ordered, purchase_order_id);
create index purchase_order_money_by_received on purchase_order_money (match, received, purchase_order_id);
create index purchase_order_money_by_invoiced on purchase_order_money (match, invoiced, purchase_order_id);
create index purchase_order_money_by_credit_expected on purchase_order_money (match, credit_expected, purchase_order_id);
create index purchase_order_money_by_credit_applied on purchase_order_money (match, credit_applied, purchase_order_id);
create index purchase_order_money_by_balance on purchase_order_money (match, balance, purchase_order_id);
create index purchase_order_money_vendor_match on purchase_order_money (vendor_key, match, ordered_on, purchase_order_id);

create index vendor_invoices_by_number on vendor_invoices (state, upper(number), id);
create index vendor_invoices_by_vendor on vendor_invoices (state, vendor_key, id);
-- What has no such day stands before all days: the newest come first, it last.
create index vendor_invoices_by_due_on on vendor_invoices (state, coalesce(due_on, '-infinity'::date), id);
create index vendor_invoices_by_paid_on on vendor_invoices (state, coalesce(paid_on, '-infinity'::date), id);
create index vendor_invoices_by_goods on vendor_invoices (state, goods, id);
create index vendor_invoices_by_freight on vendor_invoices (state, freight, id);
create index vendor_invoices_by_tax on vendor_invoices (state, tax, id);
create index vendor_invoices_by_total on vendor_invoices (state, total, id);
create index vendor_invoices_vendor_state on vendor_invoices (vendor_key, state, invoiced_on, id);

-- A credit knows its order's number, which never changes.
alter table vendor_credits add column po_number text;
alter table vendor_credits disable trigger user;
update vendor_credits c set po_number = p.po_number from purchase_orders p where p.id = c.purchase_order_id;
alter table vendor_credits enable trigger user;
alter table vendor_credits alter column po_number set not null;
create function name_vendor_credit() returns trigger language plpgsql as $$
begin
  select po_number into new.po_number from purchase_orders where id = new.purchase_order_id;
  return new;
end $$;
-- After `vendor_credits_guarded`, which knows the order by the line.
create trigger vendor_credits_named before insert on vendor_credits for each row execute function name_vendor_credit();
create index vendor_credits_search on vendor_credits using gin (upper(po_number || ' ' || coalesce(vendor, '')) gin_trgm_ops);
create index vendor_credits_memo on vendor_credits (upper(memo)) where memo is not null;
create index vendor_credits_by_number on vendor_credits (state, upper(po_number), id);
create index vendor_credits_by_vendor on vendor_credits (state, vendor_key, id);
create index vendor_credits_by_type on vendor_credits (state, type, id);
create index vendor_credits_by_quantity on vendor_credits (state, coalesce(quantity, 0), id);
create index vendor_credits_by_amount on vendor_credits (state, coalesce(amount, 0), id);
create index vendor_credits_vendor_state on vendor_credits (vendor_key, state, created_at, id);

-- The invoices that somebody has to look at, and what they come to by month: they are few among many.
create table vendor_invoice_exceptions (
  invoice_id bigint primary key constraint vendor_invoice_exceptions_invoice_fkey references vendor_invoices,
  number text not null,
  vendor text not null,
  vendor_key text not null,
  state text not null,
  invoiced_on date not null,
  due_on date,
  paid_on date,
  goods numeric(14, 2) not null,
  freight numeric(14, 2) not null,
  tax numeric(14, 2) not null,
  total numeric(14, 2) not null,
  difference numeric(14, 2) not null
) with (fillfactor = 80);
create index vendor_invoice_exceptions_invoiced_on on vendor_invoice_exceptions (invoiced_on, invoice_id);
create index vendor_invoice_exceptions_vendor on vendor_invoice_exceptions (vendor_key, invoiced_on, invoice_id);
create index vendor_invoice_exceptions_state on vendor_invoice_exceptions (state, invoiced_on, invoice_id);
create index vendor_invoice_exceptions_vendor_state on vendor_invoice_exceptions (vendor_key, state, invoiced_on, invoice_id);
create index vendor_invoice_exceptions_by_number on vendor_invoice_exceptions (state, upper(number), invoice_id);
create index vendor_invoice_exceptions_by_vendor on vendor_invoice_exceptions (state, vendor_key, invoice_id);
create index vendor_invoice_exceptions_by_due_on on vendor_invoice_exceptions (state, coalesce(due_on, '-infinity'::date), invoice_id);
create index vendor_invoice_exceptions_by_paid_on on vendor_invoice_exceptions (state, coalesce(paid_on, '-infinity'::date), invoice_id);
create index vendor_invoice_exceptions_by_goods on vendor_invoice_exceptions (state, goods, invoice_id);
create index vendor_invoice_exceptions_by_freight on vendor_invoice_exceptions (state, freight, invoice_id);
create index vendor_invoice_exceptions_by_tax on vendor_invoice_exceptions (state, tax, invoice_id);
create index vendor_invoice_exceptions_by_total on vendor_invoice_exceptions (state, total, invoice_id);
create index vendor_invoice_exceptions_by_difference on vendor_invoice_exceptions (state, difference, invoice_id);

create table vendor_invoice_exception_sums (
  month date not null, vendor_key text not null, state text not null, rows bigint not null,
  goods numeric not null, freight numeric not null, tax numeric not null, total numeric not null
);
create index vendor_invoice_exception_sums_vendor on vendor_invoice_exception_sums (vendor_key);

create function sum_vendor_invoice_exceptions() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into vendor_invoice_exception_sums
    select date_trunc('month', invoiced_on), vendor_key, state, count(*), sum(goods), sum(freight), sum(tax), sum(total) from added group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into vendor_invoice_exception_sums
    select date_trunc('month', invoiced_on), vendor_key, state, -count(*), -sum(goods), -sum(freight), -sum(tax), -sum(total) from removed group by 1, 2, 3;
  else
    insert into vendor_invoice_exception_sums
    select date_trunc('month', invoiced_on), vendor_key, state, sum(sign), sum(sign * goods), sum(sign * freight), sum(sign * tax), sum(sign * total)
    from (select 1 as sign, * from added union all select -1, * from removed) c group by 1, 2, 3
    having sum(sign) <> 0 or sum(sign * goods) <> 0 or sum(sign * freight) <> 0 or sum(sign * tax) <> 0 or sum(sign * total) <> 0;
  end if;
  return null;
end $$;
create trigger vendor_invoice_exceptions_added after insert on vendor_invoice_exceptions referencing new table as added
  for each statement execute function sum_vendor_invoice_exceptions();
create trigger vendor_invoice_exceptions_changed after update on vendor_invoice_exceptions referencing new table as added old table as removed
  for each statement execute function sum_vendor_invoice_exceptions();
create trigger vendor_invoice_exceptions_removed after delete on vendor_invoice_exceptions referencing old table as removed
  for each statement execute function sum_vendor_invoice_exceptions();

-- Brings the exceptions in step with invoices and what was found of them.
create function keep_invoice_exceptions(ids bigint[]) returns void language sql as $$
  delete from vendor_invoice_exceptions e where e.invoice_id = any(ids)
    and not exists (select from vendor_invoice_matches m where m.invoice_id = e.invoice_id and m.is_open);
  insert into vendor_invoice_exceptions
  select i.id, i.number, i.vendor, i.vendor_key, i.state, i.invoiced_on, i.due_on, i.paid_on, i.goods, i.freight, i.tax, i.total, m.difference
  from vendor_invoices i join vendor_invoice_matches m on m.invoice_id = i.id and m.is_open where i.id = any(ids)
  on conflict (invoice_id) do update set number = excluded.number, vendor = excluded.vendor, vendor_key = excluded.vendor_key, state = excluded.state,
    invoiced_on = excluded.invoiced_on, due_on = excluded.due_on, paid_on = excluded.paid_on, goods = excluded.goods, freight = excluded.freight,
    tax = excluded.tax, total = excluded.total, difference = excluded.difference
    where vendor_invoice_exceptions is distinct from excluded
$$;

create function follow_vendor_invoice_matches() returns trigger language plpgsql as $$
declare
  ids bigint[];
begin
  if tg_op = 'DELETE' then
    select array_agg(invoice_id) into ids from removed;
  else
    select array_agg(invoice_id) into ids from added;
  end if;
  -- Most matchings find what was found before.
  if ids is not null then perform keep_invoice_exceptions(ids); end if;
  return null;
end $$;
create trigger vendor_invoice_matches_added after insert on vendor_invoice_matches referencing new table as added
  for each statement execute function follow_vendor_invoice_matches();
create trigger vendor_invoice_matches_changed after update on vendor_invoice_matches referencing new table as added
  for each statement execute function follow_vendor_invoice_matches();
create trigger vendor_invoice_matches_removed after delete on vendor_invoice_matches referencing old table as removed
  for each statement execute function follow_vendor_invoice_matches();

create function follow_excepted_invoices() returns trigger language plpgsql as $$
begin
  perform keep_invoice_exceptions(ids) from (
    select array_agg(a.id) as ids from added a where exists (select from vendor_invoice_exceptions e where e.invoice_id = a.id)
  ) changed where ids is not null;
  return null;
end $$;
create trigger vendor_invoices_excepted after update on vendor_invoices referencing new table as added
  for each statement execute function follow_excepted_invoices();

select keep_invoice_exceptions((select array_agg(invoice_id) from vendor_invoice_matches where is_open));
drop index vendor_invoice_matches_open;

-- How many rows hold a text: whether the newest are looked through, or those found are sorted.
create statistics purchase_order_money_name on (number_key || ' ' || vendor_key) from purchase_order_money;
create statistics vendor_invoice_exceptions_name on (upper(number || ' ' || vendor)) from vendor_invoice_exceptions;
