-- Three-way matching: ordered, usably received, billed. All of it follows from the facts, whoever changes them.

-- The money of an order beside it, so that lists read a row per order.
create table purchase_order_money (
  purchase_order_id bigint primary key constraint purchase_order_money_order_fkey references purchase_orders,
  ordered_on date not null,
  vendor_key text not null,
  -- Amounts of lines whose cost is unknown are in no sum.
  ordered numeric(16, 2) not null default 0,
  received numeric(16, 2) not null default 0,
  invoiced numeric(16, 2) not null default 0,
  credit_expected numeric(16, 2) not null default 0,
  credit_applied numeric(16, 2) not null default 0,
  -- applied or written off, of what was short, damaged or overcharged
  settled numeric(16, 2) not null default 0,
  balance numeric(16, 2) not null generated always as (invoiced - received - settled) stored,
  has_invoices boolean not null default false,
  match text not null default 'NOT_INVOICED' constraint purchase_order_money_match_known
    check (match in ('MATCHED', 'QTY_DIFFERENCE', 'PRICE_DIFFERENCE', 'OVER_INVOICED', 'NOT_INVOICED', 'PARTLY'))
) with (fillfactor = 70);
create index purchase_order_money_ordered_on on purchase_order_money (ordered_on, purchase_order_id);
create index purchase_order_money_vendor on purchase_order_money (vendor_key, ordered_on, purchase_order_id);
create index purchase_order_money_match on purchase_order_money (match, ordered_on, purchase_order_id);

-- Sums by month, vendor and state, for totals over any number of rows. Changes are appended, so that nobody waits for
-- anybody; a task adds them up now and then.
create table purchase_order_sums (
  month date not null, vendor_key text not null, match text not null, rows bigint not null,
  ordered numeric not null, received numeric not null, invoiced numeric not null, credit_expected numeric not null, credit_applied numeric not null, balance numeric not null
);
create index purchase_order_sums_vendor on purchase_order_sums (vendor_key);
create table vendor_invoice_sums (
  month date not null, vendor_key text not null, state text not null, rows bigint not null,
  goods numeric not null, freight numeric not null, tax numeric not null, total numeric not null
);
create index vendor_invoice_sums_vendor on vendor_invoice_sums (vendor_key);
create table vendor_credit_sums (
  month date not null, vendor_key text not null, state text not null, rows bigint not null, amount numeric not null
);
create index vendor_credit_sums_vendor on vendor_credit_sums (vendor_key);

create function sum_purchase_orders() returns trigger language plpgsql as $$
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
create trigger purchase_order_money_added after insert on purchase_order_money referencing new table as added
  for each statement execute function sum_purchase_orders();
create trigger purchase_order_money_changed after update on purchase_order_money referencing new table as added old table as removed
  for each statement execute function sum_purchase_orders();

create function sum_vendor_invoices() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into vendor_invoice_sums
    select date_trunc('month', invoiced_on), vendor_key, state, count(*), sum(goods), sum(freight), sum(tax), sum(total) from added group by 1, 2, 3;
  else
    insert into vendor_invoice_sums
    select date_trunc('month', invoiced_on), vendor_key, state, sum(sign), sum(sign * goods), sum(sign * freight), sum(sign * tax), sum(sign * total)
    from (select 1 as sign, * from added union all select -1, * from removed) c group by 1, 2, 3
    having sum(sign) <> 0 or sum(sign * goods) <> 0 or sum(sign * freight) <> 0 or sum(sign * tax) <> 0 or sum(sign * total) <> 0;
  end if;
  return null;
end $$;
create trigger vendor_invoices_added after insert on vendor_invoices referencing new table as added
  for each statement execute function sum_vendor_invoices();
create trigger vendor_invoices_changed after update on vendor_invoices referencing new table as added old table as removed
  for each statement execute function sum_vendor_invoices();

create function sum_vendor_credits() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into vendor_credit_sums
    select date_trunc('month', created_at at time zone 'UTC'), vendor_key, state, count(*), coalesce(sum(amount), 0) from added group by 1, 2, 3;
  else
    insert into vendor_credit_sums
    select date_trunc('month', created_at at time zone 'UTC'), vendor_key, state, sum(sign), coalesce(sum(sign * amount), 0)
    from (select 1 as sign, * from added union all select -1, * from removed) c group by 1, 2, 3
    having sum(sign) <> 0 or coalesce(sum(sign * amount), 0) <> 0;
  end if;
  return null;
end $$;
create trigger vendor_credits_added after insert on vendor_credits referencing new table as added
  for each statement execute function sum_vendor_credits();
create trigger vendor_credits_changed after update on vendor_credits referencing new table as added old table as removed
  for each statement execute function sum_vendor_credits();

-- Each line of invoices that count, of some orders: what of it is billed for units that are not usably here, over all
-- invoices of the order's line and beginning with the newest, and what is billed above the order's cost. What credits have
-- settled is taken off, beginning with the oldest.
create function match_invoice_lines(order_ids bigint[]) returns table (
  invoice_id bigint, line_number integer, purchase_order_id bigint, purchase_order_line_id bigint, quantity integer, amount numeric,
  over_quantity integer, over_amount numeric, overcharge numeric, has_price_difference boolean, is_below_cost boolean, unresolved numeric
) language sql stable as $$
  with billed as (
    select l.invoice_id, l.line_number, l.purchase_order_id, l.purchase_order_line_id, l.quantity, l.unit_cost, l.amount, n.unit_cost as po_cost,
      abs(l.unit_cost - n.unit_cost) > greatest(n.unit_cost * i.price_percent / 100, i.price_amount) as is_off,
      greatest(sum(l.quantity) over (partition by l.purchase_order_line_id) - (n.received - n.damaged), 0) as over_of_line,
      coalesce(sum(greatest(l.quantity, 0)) over newer, 0) as billed_later
    from vendor_invoice_lines l join vendor_invoices i on i.id = l.invoice_id join purchase_order_lines n on n.id = l.purchase_order_line_id
    where l.purchase_order_id = any(order_ids) and i.state not in ('DRAFT', 'VOID')
    window newer as (partition by l.purchase_order_line_id order by l.invoice_id desc, l.line_number desc rows between unbounded preceding and 1 preceding)
  ), counted as (
    select *, case when quantity > 0 then least(quantity, greatest(over_of_line - billed_later, 0))::integer else 0 end as over_quantity from billed
  ), priced as (
    select *, amount - line_amount(quantity - over_quantity, unit_cost) as over_amount,
      case when not is_off or po_cost is null then 0
        when quantity > 0 then greatest(line_amount(quantity - over_quantity, unit_cost) - line_amount(quantity - over_quantity, po_cost), 0)
        else line_amount(quantity, unit_cost) - line_amount(quantity, po_cost) end as overcharge
    from counted
  ), settled as (
    select c.purchase_order_line_id, sum(c.amount) as amount from vendor_credits c
    where c.purchase_order_id = any(order_ids) and c.type in ('SHORT', 'DAMAGE', 'OVERCHARGE') and c.state in ('APPLIED', 'WRITTEN_OFF') group by 1
  ), differing as (
    select p.*, greatest(sum(p.over_amount + p.overcharge) over (partition by p.purchase_order_line_id) - coalesce(s.amount, 0), 0) as open_of_line,
      coalesce(sum(greatest(p.over_amount + p.overcharge, 0))
        over (partition by p.purchase_order_line_id order by p.invoice_id desc, p.line_number desc rows between unbounded preceding and 1 preceding), 0) as differing_later
    from priced p left join settled s on s.purchase_order_line_id = p.purchase_order_line_id
  )
  select invoice_id, line_number, purchase_order_id, purchase_order_line_id, quantity, amount, over_quantity, over_amount, overcharge,
    quantity > 0 and (po_cost is null or is_off), quantity > 0 and (po_cost is null or (is_off and unit_cost < po_cost)),
    least(greatest(over_amount + overcharge, 0), greatest(open_of_line - differing_later, 0))
  from differing
$$;

-- Of each line of some orders what was billed, what credits settle of it, and what is still to be asked back.
create function match_order_lines(order_ids bigint[]) returns table (
  purchase_order_line_id bigint, purchase_order_id bigint, ordered integer, usable integer, damaged integer, unit_cost numeric,
  ordered_amount numeric, received_amount numeric, billed integer, billed_amount numeric, over_quantity integer, over_amount numeric,
  overcharge numeric, unresolved numeric, has_price_difference boolean,
  credit_expected numeric, credit_applied numeric, settled numeric, claimed_quantity integer, claimed_over numeric, claimed_overcharge numeric
) language sql stable as $$
  with billed as (
    select purchase_order_line_id, sum(quantity)::integer as quantity, sum(amount) as amount, sum(over_quantity)::integer as over_quantity,
      sum(over_amount) as over_amount, greatest(sum(overcharge), 0) as overcharge, sum(unresolved) as unresolved,
      bool_or(has_price_difference and (is_below_cost or unresolved > 0)) as has_price_difference
    from match_invoice_lines(order_ids) group by 1
  ), credited as (
    select c.purchase_order_line_id,
      sum(c.amount) filter (where c.state in ('EXPECTED', 'REQUESTED', 'RECEIVED')) as expected, sum(c.amount) filter (where c.state = 'APPLIED') as applied,
      sum(c.amount) filter (where c.state in ('APPLIED', 'WRITTEN_OFF') and c.type in ('SHORT', 'DAMAGE', 'OVERCHARGE')) as settled,
      sum(c.quantity) filter (where c.type in ('SHORT', 'DAMAGE'))::integer as claimed_quantity,
      sum(c.amount) filter (where c.type in ('SHORT', 'DAMAGE')) as claimed_over, sum(c.amount) filter (where c.type = 'OVERCHARGE') as claimed_overcharge
    from vendor_credits c where c.purchase_order_id = any(order_ids) and c.state not in ('VOID', 'DENIED') and c.purchase_order_line_id is not null group by 1
  )
  select n.id, n.purchase_order_id, n.ordered, n.received - n.damaged, n.damaged, n.unit_cost,
    coalesce(line_amount(n.ordered, n.unit_cost), 0), coalesce(line_amount(n.received - n.damaged, n.unit_cost), 0),
    coalesce(b.quantity, 0), coalesce(b.amount, 0), coalesce(b.over_quantity, 0), coalesce(b.over_amount, 0), coalesce(b.overcharge, 0),
    coalesce(b.unresolved, 0), coalesce(b.has_price_difference, false),
    coalesce(c.expected, 0), coalesce(c.applied, 0), coalesce(c.settled, 0), coalesce(c.claimed_quantity, 0), coalesce(c.claimed_over, 0), coalesce(c.claimed_overcharge, 0)
  from purchase_order_lines n left join billed b on b.purchase_order_line_id = n.id left join credited c on c.purchase_order_line_id = n.id
  where n.purchase_order_id = any(order_ids)
$$;

create function refresh_order_money(order_ids bigint[]) returns void language sql as $$
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
        when bool_or(billed < usable) then 'PARTLY'
        else 'MATCHED'
      end as match
    from match_order_lines(order_ids) group by 1
  ) s, lateral (
    select coalesce(sum(amount) filter (where state in ('EXPECTED', 'REQUESTED', 'RECEIVED')), 0) as expected, coalesce(sum(amount) filter (where state = 'APPLIED'), 0) as applied
    from vendor_credits c where c.purchase_order_id = s.purchase_order_id and c.purchase_order_line_id is null
  ) r
  where m.purchase_order_id = s.purchase_order_id
$$;

-- Whether an earlier invoice of the vendor has a number that a person may take for this one's.
create function resembles_earlier_invoice(vendor_invoices) returns boolean language sql stable as $$
  select exists (select from vendor_invoices o where o.vendor_key = $1.vendor_key and o.number_key = $1.number_key and o.id < $1.id and o.state <> 'VOID')
$$;

-- Judges invoices by what is known of their lines now, and moves those that are neither paid nor void.
create function judge_invoices(ids bigint[]) returns void language plpgsql as $$
declare
  order_ids bigint[];
begin
  perform from vendor_invoices where id = any(ids) order by id for no key update;
  select array_agg(distinct purchase_order_id) into order_ids from vendor_invoice_lines where invoice_id = any(ids);
  insert into vendor_invoice_matches (invoice_id, should_be_paid, issues, difference, is_open)
  select j.id, case when j.issues = '{}' then 'YES' when j.has_nothing then 'NO' else 'EXCEPTION' end, j.issues, j.difference,
    case when j.state in ('APPROVED', 'PAID') then j.difference > coalesce(j.approved_difference, 0) or not (j.state = 'PAID' or j.issues <@ j.approved_issues)
      else j.issues <> '{}' end
  from (
    select i.id, i.state, i.approved_difference, i.approved_issues, coalesce(m.unresolved, 0) as difference,
      coalesce(m.has_nothing, false) as has_nothing,
      array_remove(array[
        case when m.has_nothing then 'NOT_RECEIVED' when m.is_over then 'QUANTITY' end,
        case when m.is_off then 'PRICE' end,
        case when i.freight > i.goods * i.freight_percent / 100 and i.corrects_id is null then 'FREIGHT' end,
        case when i.tax > i.goods * i.tax_percent / 100 and i.corrects_id is null then 'TAX' end,
        case when resembles_earlier_invoice(i) then 'DUPLICATE' end
      ], null) as issues
    from vendor_invoices i
    left join (
      select x.invoice_id, sum(x.unresolved) as unresolved, bool_or(x.over_quantity > 0 and x.unresolved > 0) as is_over,
        bool_or(x.has_price_difference and (x.is_below_cost or x.unresolved > 0)) as is_off,
        bool_and(n.received = n.damaged) and bool_or(x.quantity > 0 and x.unresolved > 0) as has_nothing
      from match_invoice_lines(order_ids) x join purchase_order_lines n on n.id = x.purchase_order_line_id where x.invoice_id = any(ids) group by 1
    ) m on m.invoice_id = i.id
    where i.id = any(ids) and i.state not in ('DRAFT', 'VOID')
  ) j
  on conflict (invoice_id) do update set should_be_paid = excluded.should_be_paid, issues = excluded.issues, difference = excluded.difference, is_open = excluded.is_open
    where (vendor_invoice_matches.should_be_paid, vendor_invoice_matches.issues, vendor_invoice_matches.difference, vendor_invoice_matches.is_open)
      is distinct from (excluded.should_be_paid, excluded.issues, excluded.difference, excluded.is_open);
  -- An approval covers what was seen: a larger difference, or one of another kind, takes it back.
  update vendor_invoices i set state = case when m.issues = '{}' then 'MATCHED' else 'EXCEPTION' end,
    approved_by = null, approved_at = null, approval_reason = null, approved_difference = null, approved_issues = null
  from vendor_invoice_matches m
  where i.id = any(ids) and m.invoice_id = i.id and (
    (i.state in ('MATCHED', 'EXCEPTION') and i.state <> case when m.issues = '{}' then 'MATCHED' else 'EXCEPTION' end)
    or (i.state = 'APPROVED' and m.is_open)
  );
  -- What was open of an approval that is taken back is open as an exception.
  delete from vendor_invoice_matches m using vendor_invoices i where i.id = m.invoice_id and m.invoice_id = any(ids) and i.state in ('DRAFT', 'VOID');
end $$;

-- Matches everything that some orders are billed for. Whoever calls it has locked the orders.
create function match_orders(order_ids bigint[]) returns void language plpgsql as $$
declare
  ids bigint[];
begin
  select array_agg(distinct invoice_id) into ids from vendor_invoice_lines where purchase_order_id = any(order_ids);
  if ids is not null then perform judge_invoices(ids); end if;
  perform refresh_order_money(order_ids);
end $$;

-- An order's money begins with the order.
create function begin_order_money() returns trigger language plpgsql as $$
begin
  insert into purchase_order_money (purchase_order_id, ordered_on, vendor_key)
  select id, (created_at at time zone 'UTC')::date, coalesce(upper(vendor), '') from added;
  return null;
end $$;
create trigger purchase_orders_money after insert on purchase_orders referencing new table as added
  for each statement execute function begin_order_money();

create function rename_order_money() returns trigger language plpgsql as $$
begin
  update purchase_order_money set ordered_on = (new.created_at at time zone 'UTC')::date, vendor_key = coalesce(upper(new.vendor), '') where purchase_order_id = new.id;
  return null;
end $$;
create trigger purchase_orders_money_renamed after update of vendor, created_at on purchase_orders
  for each row when (old.vendor is distinct from new.vendor or old.created_at <> new.created_at) execute function rename_order_money();

-- What is ordered and what came changes the order's money, and what its invoices are worth. Most orders have no invoice yet:
-- theirs is added up.
create function follow_purchase_order_lines() returns trigger language plpgsql as $$
declare
  invoiced bigint[];
begin
  if tg_op = 'INSERT' then
    update purchase_order_money m set ordered = m.ordered + s.ordered, received = m.received + s.received
    from (
      select purchase_order_id, coalesce(sum(line_amount(a.ordered, a.unit_cost)), 0) as ordered, coalesce(sum(line_amount(a.received - a.damaged, a.unit_cost)), 0) as received
      from added a group by 1
    ) s where m.purchase_order_id = s.purchase_order_id and (s.ordered <> 0 or s.received <> 0);
    return null;
  end if;
  update purchase_order_money m set ordered = m.ordered + s.ordered, received = m.received + s.received
  from (
    select a.purchase_order_id, sum(coalesce(line_amount(a.ordered, a.unit_cost), 0) - coalesce(line_amount(r.ordered, r.unit_cost), 0)) as ordered,
      sum(coalesce(line_amount(a.received - a.damaged, a.unit_cost), 0) - coalesce(line_amount(r.received - r.damaged, r.unit_cost), 0)) as received
    from added a join removed r on r.id = a.id group by 1
  ) s where m.purchase_order_id = s.purchase_order_id and not m.has_invoices and (s.ordered <> 0 or s.received <> 0);
  select array_agg(distinct a.purchase_order_id) into invoiced
  from added a join removed r on r.id = a.id join purchase_order_money m on m.purchase_order_id = a.purchase_order_id
  where m.has_invoices and (a.ordered, a.received, a.damaged, a.unit_cost) is distinct from (r.ordered, r.received, r.damaged, r.unit_cost);
  if invoiced is not null then perform match_orders(invoiced); end if;
  return null;
end $$;
create trigger purchase_order_lines_money_added after insert on purchase_order_lines referencing new table as added
  for each statement execute function follow_purchase_order_lines();
create trigger purchase_order_lines_money_changed after update on purchase_order_lines referencing new table as added old table as removed
  for each statement execute function follow_purchase_order_lines();

create function follow_vendor_credits() returns trigger language plpgsql as $$
begin
  perform match_orders((select array_agg(distinct purchase_order_id) from added));
  return null;
end $$;
create trigger vendor_credits_matched_added after insert on vendor_credits referencing new table as added
  for each statement execute function follow_vendor_credits();
create trigger vendor_credits_matched_changed after update on vendor_credits referencing new table as added
  for each statement execute function follow_vendor_credits();

insert into purchase_order_money (purchase_order_id, ordered_on, vendor_key)
  select id, (created_at at time zone 'UTC')::date, coalesce(upper(vendor), '') from purchase_orders;
select refresh_order_money((select array_agg(id) from purchase_orders));
insert into vendor_credit_sums
  select date_trunc('month', created_at at time zone 'UTC'), vendor_key, state, count(*), coalesce(sum(amount), 0) from vendor_credits group by 1, 2, 3;
