-- Creates the amounts of new purchase orders.
create or replace function create_order_money() returns trigger language plpgsql as $$
begin
  insert into purchase_order_money (purchase_order_id, ordered_on, vendor_key, number_key)
  select id, (created_at at time zone 'UTC')::date, coalesce(upper(vendor), ''), upper(po_number) from added;
  return null;
end $$;
create or replace trigger purchase_orders_money after insert on purchase_orders referencing new table as added
  for each statement execute function create_order_money();

-- Copies what the amounts are sorted and searched by. The undo of a file deletes its orders, whose lines are deleted before: their amounts leave
-- the sums with them.
create or replace function copy_order_to_money() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    with removed as (delete from purchase_order_money where purchase_order_id = old.id returning *)
    insert into purchase_order_sums
    select date_trunc('month', ordered_on), vendor_key, match, -1, -ordered, -received, -invoiced, -credit_expected, -credit_applied, -balance from removed;
    return old;
  end if;
  if old.vendor is distinct from new.vendor or old.created_at <> new.created_at then
    update purchase_order_money set ordered_on = (new.created_at at time zone 'UTC')::date, vendor_key = coalesce(upper(new.vendor), '') where purchase_order_id = new.id;
  end if;
  return new;
end $$;
create or replace trigger purchase_orders_money_copied before update of vendor, created_at or delete on purchase_orders
  for each row execute function copy_order_to_money();

-- Recalculates the amounts and the state of orders from their matched lines.
create or replace function refresh_order_money(order_ids bigint[]) returns void language plpgsql as $$
begin
  update purchase_order_money m set ordered = s.ordered, received = s.received, invoiced = s.invoiced, has_invoices = s.has_invoices,
    credit_expected = s.credit_expected + r.expected, credit_applied = s.credit_applied + r.applied, settled = s.settled, match = s.match
  from (
    select purchase_order_id, sum(ordered_amount) as ordered, sum(received_amount) as received, sum(billed_amount) as invoiced,
      sum(credit_expected) as credit_expected, sum(credit_applied) as credit_applied, sum(settled) as settled, bool_or(billed <> 0 or billed_amount <> 0) as has_invoices,
      case
        when not bool_or(billed <> 0 or billed_amount <> 0) then 'NOT_INVOICED'
        when bool_or(over_quantity > 0 and unresolved > 0 and billed > greatest(ordered, usable)) then 'OVER_INVOICED'
        when bool_or(over_quantity > 0 and unresolved > 0) then 'QTY_DIFFERENCE'
        when bool_or(has_price_difference) then 'PRICE_DIFFERENCE'
        -- Credits settled more than the difference.
        when bool_or(settled_excess > 0) then 'QTY_DIFFERENCE'
        when bool_or(billed < usable) then 'PARTLY'
        else 'MATCHED'
      end as match
    from match_order_lines(order_ids) group by 1
  ) s, lateral (
    select coalesce(sum(amount) filter (where state in ('EXPECTED', 'REQUESTED', 'RECEIVED')), 0) as expected, coalesce(sum(amount) filter (where state = 'APPLIED'), 0) as applied
    from vendor_credits c where c.purchase_order_id = s.purchase_order_id and c.purchase_order_line_id is null
  ) r
  where m.purchase_order_id = s.purchase_order_id;
end $$;

-- Appends changes of amounts to the sums by month, vendor and state; here and below.
create or replace function sum_purchase_orders() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into purchase_order_sums
    select date_trunc('month', ordered_on), vendor_key, match, count(*), sum(ordered), sum(received), sum(invoiced), sum(credit_expected), sum(credit_applied), sum(balance)
    from added group by 1, 2, 3;
  else
    insert into purchase_order_sums
    select date_trunc('month', ordered_on), vendor_key, match, sum(sign), sum(sign * ordered), sum(sign * received), sum(sign * invoiced),
      sum(sign * credit_expected), sum(sign * credit_applied), sum(sign * balance)
    from (select 1 as sign, * from added union all select -1, * from removed) c group by 1, 2, 3
    having sum(sign) <> 0 or sum(sign * ordered) <> 0 or sum(sign * received) <> 0 or sum(sign * invoiced) <> 0
      or sum(sign * credit_expected) <> 0 or sum(sign * credit_applied) <> 0 or sum(sign * balance) <> 0;
  end if;
  return null;
end $$;
create or replace trigger purchase_order_money_added after insert on purchase_order_money referencing new table as added
  for each statement execute function sum_purchase_orders();
create or replace trigger purchase_order_money_changed after update on purchase_order_money referencing new table as added old table as removed
  for each statement execute function sum_purchase_orders();

-- Also updates the list of exceptions.
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
    perform refresh_invoice_exceptions(ids) from (
      select array_agg(a.id) as ids from added a where exists (select from vendor_invoice_exceptions e where e.invoice_id = a.id)
    ) changed where ids is not null;
  end if;
  return null;
end $$;
create or replace trigger vendor_invoices_added after insert on vendor_invoices referencing new table as added
  for each statement execute function sum_vendor_invoices();
create or replace trigger vendor_invoices_changed after update on vendor_invoices referencing new table as added old table as removed
  for each statement execute function sum_vendor_invoices();

-- Also matches the orders of the credits again, and updates the exceptions among the invoices to which they were applied. These invoices may
-- belong to other orders.
create or replace function sum_vendor_credits_and_rematch() returns trigger language plpgsql as $$
declare
  applied_to bigint[];
begin
  if not exists (select from added) then return null; end if;
  if tg_op = 'INSERT' then
    insert into vendor_credit_sums
    select date_trunc('month', created_at at time zone 'UTC'), vendor_key, state, count(*), coalesce(sum(amount), 0) from added group by 1, 2, 3;
  else
    insert into vendor_credit_sums
    select date_trunc('month', created_at at time zone 'UTC'), vendor_key, state, sum(sign), coalesce(sum(sign * amount), 0)
    from (select 1 as sign, * from added union all select -1, * from removed) c group by 1, 2, 3
    having sum(sign) <> 0 or coalesce(sum(sign * amount), 0) <> 0;
    select array_agg(distinct i.id) into applied_to
    from added a join removed r on r.id = a.id cross join lateral (values (a.applied_invoice_id), (r.applied_invoice_id)) as i (id)
    where a.applied_invoice_id is distinct from r.applied_invoice_id and i.id is not null;
  end if;
  perform match_orders((select array_agg(distinct purchase_order_id) from added));
  if applied_to is not null then perform refresh_invoice_exceptions(applied_to); end if;
  return null;
end $$;
create or replace trigger vendor_credits_added after insert on vendor_credits referencing new table as added
  for each statement execute function sum_vendor_credits_and_rematch();
create or replace trigger vendor_credits_changed after update on vendor_credits referencing new table as added old table as removed
  for each statement execute function sum_vendor_credits_and_rematch();

-- Keeps the copies of invoices that need a person: those with open issues, and paid ones with something left to pay.
create or replace function refresh_invoice_exceptions(ids bigint[]) returns void language sql as $$
  delete from vendor_invoice_exceptions e where e.invoice_id = any(ids)
    and not exists (
      select from vendor_invoices i join vendor_invoice_matches m on m.invoice_id = i.id
      where i.id = e.invoice_id and (m.is_open or (i.state = 'PAID' and still_to_pay(i) > 0))
    );
  insert into vendor_invoice_exceptions (invoice_id, number, vendor, vendor_key, state, invoiced_on, due_on, paid_on, goods, freight, tax, discount, total, difference)
  select i.id, i.number, i.vendor, i.vendor_key, i.state, i.invoiced_on, i.due_on, i.paid_on, i.goods, i.freight, i.tax, i.discount, i.total, m.difference
  from vendor_invoices i join vendor_invoice_matches m on m.invoice_id = i.id
  where i.id = any(ids) and (m.is_open or (i.state = 'PAID' and still_to_pay(i) > 0))
  on conflict (invoice_id) do update set number = excluded.number, vendor = excluded.vendor, vendor_key = excluded.vendor_key, state = excluded.state,
    invoiced_on = excluded.invoiced_on, due_on = excluded.due_on, paid_on = excluded.paid_on, goods = excluded.goods, freight = excluded.freight,
    tax = excluded.tax, discount = excluded.discount, total = excluded.total, difference = excluded.difference
    where vendor_invoice_exceptions is distinct from excluded
$$;

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
create or replace trigger vendor_invoice_exceptions_added after insert on vendor_invoice_exceptions referencing new table as added
  for each statement execute function sum_vendor_invoice_exceptions();
create or replace trigger vendor_invoice_exceptions_changed after update on vendor_invoice_exceptions referencing new table as added old table as removed
  for each statement execute function sum_vendor_invoice_exceptions();
create or replace trigger vendor_invoice_exceptions_removed after delete on vendor_invoice_exceptions referencing old table as removed
  for each statement execute function sum_vendor_invoice_exceptions();
