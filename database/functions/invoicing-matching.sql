-- Matches everything that is billed for these orders. The caller has locked the orders.
create or replace function match_orders(order_ids bigint[]) returns void language plpgsql as $$
declare
  few constant integer := 8;
  ids bigint[];
  mode constant text := current_setting('plan_cache_mode');
begin
  perform set_config('plan_cache_mode', case when cardinality(order_ids) <= few then 'force_generic_plan' else 'force_custom_plan' end, true);
  perform limit_write_offs(order_ids);
  select array_agg(distinct invoice_id) into ids from vendor_invoice_lines where purchase_order_id = any(order_ids);
  if ids is not null then perform evaluate_invoices(ids); end if;
  perform refresh_order_money(order_ids);
  perform set_config('plan_cache_mode', mode, true);
end $$;

-- What each line of these orders was billed, received and credited. A refund counts once it was received.
create or replace function match_order_lines(order_ids bigint[]) returns table (
  purchase_order_line_id bigint, purchase_order_id bigint, ordered integer, usable integer, damaged integer, unit_cost numeric,
  ordered_amount numeric, received_amount numeric, billed integer, billed_amount numeric, over_quantity integer, over_amount numeric,
  overcharge numeric, unresolved numeric, has_price_difference boolean,
  credit_expected numeric, credit_applied numeric, settled numeric, claimed_short integer, claimed_damaged integer, claimed_over numeric, claimed_overcharge numeric,
  -- what credits ask for, or have settled, beyond the difference
  claimed_excess numeric, settled_excess numeric
) language sql stable as $$
  with parts as (
    select n.id as line_id, n.purchase_order_id, n.ordered, n.received - n.damaged as usable, n.damaged, n.unit_cost,
      null::integer as quantity, null::numeric as amount, null::integer as over_quantity, null::numeric as over_amount, null::numeric as overcharge,
      null::numeric as unresolved, null::boolean as has_price_difference, null::numeric as tolerated,
      null::text as type, null::text as state, null::numeric as credited, null::numeric as claimed, null::numeric as units, null::numeric as refund_due, null::integer as decided
    from purchase_order_lines n where n.purchase_order_id = any(order_ids)
    union all
    select b.purchase_order_line_id, null, null, null, null, null, b.quantity, b.amount, b.over_quantity, b.over_amount, b.overcharge,
      b.unresolved, b.has_price_difference and (b.is_below_cost or b.unresolved > 0), b.tolerated, null, null, null, null, null, null, null
    from match_invoice_lines(order_ids) b
    union all
    -- A credit that was written off counts with what it settles.
    select v.purchase_order_line_id, null, null, null, null, null, null, null, null, null, null, null, null, null, v.type, v.state, v.amount, coalesce(v.settles, v.amount),
      case when v.settles is null then v.quantity when v.amount > 0 then round(v.quantity * v.settles / v.amount) else 0 end, v.refund_due, null
    from vendor_credits v where v.purchase_order_id = any(order_ids) and v.state not in ('VOID', 'DENIED') and v.purchase_order_line_id is not null
    union all
    -- Claims of closed packing lists are owed before they are billed.
    select d.purchase_order_line_id, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, d.units
    from packing_lists p join vendor_claims d on d.packing_list_id = p.id where p.purchase_order_id = any(order_ids)
  ), lines as (
    select line_id, max(purchase_order_id) as purchase_order_id, max(ordered) as ordered, max(usable) as usable, max(damaged) as damaged, max(unit_cost) as unit_cost,
      sum(quantity)::integer as billed, coalesce(sum(amount), 0) as billed_amount, coalesce(sum(over_quantity), 0)::integer as over_quantity,
      coalesce(sum(over_amount), 0) as over_amount, greatest(coalesce(sum(overcharge), 0), 0) as overcharge, coalesce(sum(unresolved), 0) as unresolved,
      coalesce(bool_or(has_price_difference), false) as has_price_difference,
      coalesce(sum(credited) filter (where state in ('EXPECTED', 'REQUESTED', 'RECEIVED')), 0) as credit_expected,
      coalesce(sum(credited) filter (where state = 'APPLIED'), 0) as credit_applied,
      coalesce(sum(claimed - refund_due) filter (where state in ('APPLIED', 'WRITTEN_OFF') and type in ('SHORT', 'DAMAGE', 'OVERCHARGE')), 0) as settled,
      coalesce(sum(units) filter (where type = 'SHORT'), 0)::integer as claimed_short, coalesce(sum(units) filter (where type = 'DAMAGE'), 0)::integer as claimed_damaged,
      coalesce(sum(claimed) filter (where type in ('SHORT', 'DAMAGE')), 0) as claimed_over, coalesce(sum(claimed) filter (where type = 'OVERCHARGE'), 0) as claimed_overcharge,
      -- Claims are calculated at the order's cost: a difference within the invoices' tolerance, or a cent of rounding, is no excess.
      0.01 + coalesce(sum(units) filter (where type in ('SHORT', 'DAMAGE')) * max(tolerated), 0) as tolerated,
      coalesce(sum(decided), 0)::integer as decided
    from parts group by line_id
  ), owed as (
    -- Claims of packing lists count until all usable units are billed.
    select *, over_amount + overcharge + case when billed >= usable or decided = 0 then 0 else coalesce(line_amount(decided, unit_cost), claimed_over) end as difference
    from lines
  )
  select line_id, purchase_order_id, ordered, usable, damaged, unit_cost, coalesce(line_amount(ordered, unit_cost), 0), coalesce(line_amount(usable, unit_cost), 0),
    coalesce(billed, 0), billed_amount, over_quantity, over_amount, overcharge, unresolved, has_price_difference, credit_expected, credit_applied, settled,
    claimed_short, claimed_damaged, claimed_over, claimed_overcharge,
    case when claimed_over + claimed_overcharge > difference + tolerated then claimed_over + claimed_overcharge - difference else 0 end,
    case when settled > difference + tolerated then settled - difference else 0 end
  from owed
$$;

-- What is wrong with each invoice line of these orders: units beyond those received, newest invoices first, and prices above the order's cost.
-- A line's difference is never more than its amount less its share of the discount.
create or replace function match_invoice_lines(order_ids bigint[]) returns table (
  invoice_id bigint, line_number integer, purchase_order_id bigint, purchase_order_line_id bigint, quantity integer, amount numeric,
  over_quantity integer, over_amount numeric, overcharge numeric, has_price_difference boolean, is_below_cost boolean, unresolved numeric,
  -- per unit, in dollars
  tolerated numeric
) language sql stable as $$
  with billed as (
    select l.invoice_id, l.line_number, l.purchase_order_id, l.purchase_order_line_id, l.quantity, l.unit_cost, l.amount, n.unit_cost as po_cost,
      greatest(n.unit_cost * i.price_percent / 100, i.price_amount) as tolerated,
      -- its amount less its share of the invoice's discount
      case when i.discount > 0 and i.goods > 0 and l.quantity > 0 then trunc(l.amount * (i.goods - i.discount) / i.goods, 2) else l.amount end as net,
      greatest(sum(l.quantity) over (partition by l.purchase_order_line_id) - (n.received - n.damaged), 0) as over_of_line,
      coalesce(sum(greatest(l.quantity, 0)) over newer, 0) as billed_later
    from vendor_invoice_lines l join vendor_invoices i on i.id = l.invoice_id join purchase_order_lines n on n.id = l.purchase_order_line_id
    where l.purchase_order_id = any(order_ids) and i.state not in ('DRAFT', 'VOID')
    window newer as (partition by l.purchase_order_line_id order by l.invoice_id desc, l.line_number desc rows between unbounded preceding and 1 preceding)
  ), counted as (
    select *, abs(unit_cost - po_cost) > tolerated as is_off,
      case when quantity > 0 then least(quantity, greatest(over_of_line - billed_later, 0))::integer else 0 end as over_quantity from billed
  ), bounded as (
    select *, case when quantity > 0 then least(amount - line_amount(quantity - over_quantity, unit_cost), net)
      else amount - line_amount(quantity - over_quantity, unit_cost) end as over_amount from counted
  ), priced as (
    select *, case when not is_off or po_cost is null then 0
        when quantity > 0 then least(greatest(line_amount(quantity - over_quantity, unit_cost) - line_amount(quantity - over_quantity, po_cost), 0), net - over_amount)
        else line_amount(quantity, unit_cost) - line_amount(quantity, po_cost) end as overcharge
    from bounded
  ), parts as (
    select invoice_id, line_number, purchase_order_id, purchase_order_line_id, quantity, amount, over_quantity, over_amount, overcharge,
      quantity > 0 and (po_cost is null or is_off) as has_price_difference, quantity > 0 and (po_cost is null or (is_off and unit_cost < po_cost)) as is_below_cost,
      tolerated, over_amount + overcharge as difference, 0 as settled
    from priced
    union all
    select null, null, null, c.purchase_order_line_id, null, null, null, null, null, null, null, null, 0, coalesce(c.settles, c.amount) - c.refund_due from vendor_credits c
    where c.purchase_order_id = any(order_ids) and c.type in ('SHORT', 'DAMAGE', 'OVERCHARGE') and c.state in ('APPLIED', 'WRITTEN_OFF')
  ), differing as (
    select *, greatest(sum(difference) over (partition by purchase_order_line_id) - coalesce(sum(settled) over (partition by purchase_order_line_id), 0), 0) as open_of_line,
      coalesce(sum(greatest(difference, 0)) over newer, 0) as differing_later
    from parts
    window newer as (partition by purchase_order_line_id order by invoice_id desc, line_number desc rows between unbounded preceding and 1 preceding)
  )
  select invoice_id, line_number, purchase_order_id, purchase_order_line_id, quantity, amount, over_quantity, over_amount, overcharge,
    has_price_difference, is_below_cost, least(greatest(difference, 0), greatest(open_of_line - differing_later, 0)), tolerated
  from differing where invoice_id is not null
$$;

-- Lowers what written-off credits settle to the difference that is left. Nothing is lowered while a submitted invoice of the line is being edited.
create or replace function limit_write_offs(order_ids bigint[]) returns void language plpgsql as $$
begin
  if not exists (select from vendor_credits where purchase_order_id = any(order_ids) and settles > 0) then return; end if;
  with parts as (
    select id, purchase_order_line_id, settles, null::numeric as difference, null::boolean as is_edited
    from vendor_credits where purchase_order_id = any(order_ids) and settles > 0
    union all
    select null, purchase_order_line_id, null, sum(over_amount) + greatest(sum(overcharge), 0), null from match_invoice_lines(order_ids) group by 2
    union all
    -- Credits that the vendor gave settle first.
    select null, purchase_order_line_id, null, -amount, null from vendor_credits
    where purchase_order_id = any(order_ids) and state = 'APPLIED' and type in ('SHORT', 'DAMAGE', 'OVERCHARGE') and purchase_order_line_id is not null
    union all
    select null, l.purchase_order_line_id, null, null, true from vendor_invoice_lines l join vendor_invoices i on i.id = l.invoice_id
    where l.purchase_order_id = any(order_ids) and i.state = 'DRAFT' and i.version > 1
  ), bounded as (
    select id, settles, bool_or(is_edited) over (partition by purchase_order_line_id) as is_edited,
      least(settles, greatest(coalesce(sum(difference) over (partition by purchase_order_line_id), 0)
        - coalesce(sum(settles) over (partition by purchase_order_line_id order by id rows between unbounded preceding and 1 preceding), 0), 0)) as bound
    from parts
  )
  update vendor_credits c set settles = b.bound from bounded b where b.id = c.id and b.bound < c.settles and b.is_edited is not true;
end $$;

-- Stores what matching found for these invoices, moves them between MATCHED and EXCEPTION, and takes back approvals that no longer cover it.
create or replace function evaluate_invoices(ids bigint[]) returns void language plpgsql as $$
declare
  order_ids bigint[];
  changed bigint[];
  removed bigint[];
begin
  perform from vendor_invoices where id = any(ids) order by id for no key update;
  select array_agg(distinct purchase_order_id) into order_ids from vendor_invoice_lines where invoice_id = any(ids);
  with stored as (
    insert into vendor_invoice_matches (invoice_id, should_be_paid, issues, difference, covered, is_open)
    select j.id, case when j.issues = '{}' then 'YES' when j.has_nothing then 'NO' else 'EXCEPTION' end, j.issues, j.difference,
      case when j.state = 'PAID' or (j.state = 'APPROVED' and not o.is_open) then least(j.covered, j.difference) end, o.is_open
    from (
      select i.id, i.state, coalesce((select k.covered from vendor_invoice_matches k where k.invoice_id = i.id), i.approved_difference, 0) as covered,
        -- An approval for goods that weren't received covers a smaller quantity difference too.
        i.approved_issues || case when 'NOT_RECEIVED' = any(i.approved_issues) then array['QUANTITY'] else '{}' end as covered_issues,
        coalesce(m.unresolved, 0) as difference,
        coalesce(m.has_nothing, false) as has_nothing,
        array_remove(array[
          case when m.has_nothing then 'NOT_RECEIVED' when m.is_over then 'QUANTITY' end,
          case when m.is_off then 'PRICE' end,
          case when i.freight > 0 and coalesce(f.freight, i.freight) > coalesce(f.goods, i.goods) * i.freight_percent / 100 then 'FREIGHT' end,
          case when i.tax > 0 and coalesce(f.tax, i.tax) > coalesce(f.goods, i.goods) * i.tax_percent / 100 then 'TAX' end,
          case when resembles_earlier_invoice(i) then 'DUPLICATE' end
        ], null) as issues
      from (
        select x.invoice_id, sum(x.unresolved) as unresolved, bool_or(x.over_quantity > 0 and x.unresolved > 0) as is_over,
          bool_or(x.has_price_difference and (x.is_below_cost or x.unresolved > 0)) as is_off,
          -- Units that cost nothing make no difference in money.
          bool_and(n.received = n.damaged) and bool_or(x.over_quantity > 0 and (x.unresolved > 0 or x.over_amount + x.overcharge = 0)) as has_nothing
        from match_invoice_lines(order_ids) x join purchase_order_lines n on n.id = x.purchase_order_line_id where x.invoice_id = any(ids) group by 1
      ) m join vendor_invoices i on i.id = m.invoice_id
      left join lateral (
        select sum(v.goods) as goods, sum(v.freight) as freight, sum(v.tax) as tax from vendor_invoices v
        where i.corrects_id is not null and v.id in (select correction_family(i.id)) and v.state not in ('DRAFT', 'VOID')
          -- A paid invoice is evaluated without later corrections.
          and (i.state <> 'PAID' or v.id <= i.id)
      ) f on true
      where i.state not in ('DRAFT', 'VOID')
    ) j cross join lateral (
      select case when j.state in ('APPROVED', 'PAID') then j.difference > j.covered or not j.issues <@ j.covered_issues else j.issues <> '{}' end as is_open
    ) o
    on conflict (invoice_id) do update set should_be_paid = excluded.should_be_paid, issues = excluded.issues, difference = excluded.difference,
        covered = excluded.covered, is_open = excluded.is_open
      where (vendor_invoice_matches.should_be_paid, vendor_invoice_matches.issues, vendor_invoice_matches.difference, vendor_invoice_matches.covered,
          vendor_invoice_matches.is_open)
        is distinct from (excluded.should_be_paid, excluded.issues, excluded.difference, excluded.covered, excluded.is_open)
    returning invoice_id
  )
  select array_agg(invoice_id) into changed from stored;
  -- An approval covers what the person saw: a larger difference, or another kind of issue, takes it back. That is a new version, so
  -- that nobody edits or voids the invoice as they saw it before.
  update vendor_invoices i set state = case when m.issues = '{}' then 'MATCHED' else 'EXCEPTION' end, version = version + (i.state = 'APPROVED')::int,
    approved_by = null, approved_at = null, approval_reason = null, approved_difference = null, approved_issues = null
  from vendor_invoice_matches m
  where i.id = any(ids) and m.invoice_id = i.id and (
    (i.state in ('MATCHED', 'EXCEPTION') and i.state <> case when m.issues = '{}' then 'MATCHED' else 'EXCEPTION' end)
    or (i.state = 'APPROVED' and m.is_open)
  );
  with deleted as (
    delete from vendor_invoice_matches m using vendor_invoices i
    where i.id = m.invoice_id and m.invoice_id = any(ids) and i.state in ('DRAFT', 'VOID') returning m.invoice_id
  )
  select array_agg(invoice_id) into removed from deleted;
  -- Most matchings find what was found before.
  if changed is not null or removed is not null then perform refresh_invoice_exceptions(changed || removed); end if;
end $$;
