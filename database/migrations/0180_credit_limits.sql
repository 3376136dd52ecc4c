-- What a credit settles is bounded by the difference it is about, misclicks can be taken back, and units that came damaged
-- are told from those that did not come.

alter table vendor_credits
  -- of one that was written off: what of the difference it settles, at most what there was to settle ever since
  add column settles numeric(14, 2),
  -- what was asked for, where the vendor gave less
  add column asked_amount numeric(14, 2);
alter table vendor_credits disable trigger user;
update vendor_credits set settles = coalesce(amount, 0) where state = 'WRITTEN_OFF' and type in ('SHORT', 'DAMAGE', 'OVERCHARGE');
alter table vendor_credits enable trigger user;

create or replace function guard_vendor_credit() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'a credit is never deleted'; end if;
  if tg_op = 'INSERT' then
    -- The order and its vendor follow from the line, so that nobody has to say them.
    if new.purchase_order_id is null then
      select n.purchase_order_id into new.purchase_order_id from purchase_order_lines n where n.id = new.purchase_order_line_id;
    end if;
    select p.vendor into new.vendor from purchase_orders p where p.id = new.purchase_order_id;
    if new.state <> 'EXPECTED' then raise exception 'a credit begins as expected'; end if;
    return new;
  end if;
  if new.state <> old.state and not (case old.state
    when 'EXPECTED' then new.state in ('REQUESTED', 'RECEIVED', 'DENIED', 'WRITTEN_OFF', 'VOID')
    when 'REQUESTED' then new.state in ('RECEIVED', 'DENIED', 'WRITTEN_OFF', 'VOID')
    when 'RECEIVED' then new.state in ('APPLIED', 'REQUESTED')
    -- when the invoice that it was applied to is void, or a person takes it back
    when 'APPLIED' then new.state = 'RECEIVED'
    when 'DENIED' then new.state in ('REQUESTED', 'WRITTEN_OFF')
    -- when what was decided of a list stands again
    when 'VOID' then new.state = 'EXPECTED'
    else false end) then
    raise exception 'a credit does not move from % to %', old.state, new.state;
  end if;
  if old.state not in ('EXPECTED', 'REQUESTED', 'VOID') and (new.amount, new.quantity, new.type, new.purchase_order_line_id)
    is distinct from (case when old.state = 'RECEIVED' and new.state = 'REQUESTED' then coalesce(old.asked_amount, old.amount) else old.amount end,
      old.quantity, old.type, old.purchase_order_line_id) then
    raise exception 'a credit that is % keeps its amount', lower(old.state);
  end if;
  if new.state = 'WRITTEN_OFF' and new.type in ('SHORT', 'DAMAGE', 'OVERCHARGE') then
    new.settles := case when old.state = 'WRITTEN_OFF' then least(new.settles, old.settles) else coalesce(new.amount, 0) end;
  else
    new.settles := null;
  end if;
  return new;
end $$;

-- As before; what was written off settles what it may.
create or replace function match_invoice_lines(order_ids bigint[]) returns table (
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
    select c.purchase_order_line_id, sum(coalesce(c.settles, c.amount)) as amount from vendor_credits c
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

drop function match_order_lines(bigint[]);
-- Of each line of some orders what was billed, what credits settle of it, and what is still to be asked back.
create function match_order_lines(order_ids bigint[]) returns table (
  purchase_order_line_id bigint, purchase_order_id bigint, ordered integer, usable integer, damaged integer, unit_cost numeric,
  ordered_amount numeric, received_amount numeric, billed integer, billed_amount numeric, over_quantity integer, over_amount numeric,
  overcharge numeric, unresolved numeric, has_price_difference boolean,
  credit_expected numeric, credit_applied numeric, settled numeric, claimed_short integer, claimed_damaged integer, claimed_over numeric, claimed_overcharge numeric,
  -- what credits ask for or have settled beyond the difference, and what they have settled of that
  claimed_excess numeric, settled_excess numeric
) language sql stable as $$
  with billed as (
    select purchase_order_line_id, sum(quantity)::integer as quantity, sum(amount) as amount, sum(over_quantity)::integer as over_quantity,
      sum(over_amount) as over_amount, greatest(sum(overcharge), 0) as overcharge, sum(unresolved) as unresolved,
      bool_or(has_price_difference and (is_below_cost or unresolved > 0)) as has_price_difference
    from match_invoice_lines(order_ids) group by 1
  ), credited as (
    select c.purchase_order_line_id,
      sum(c.amount) filter (where c.state in ('EXPECTED', 'REQUESTED', 'RECEIVED')) as expected, sum(c.amount) filter (where c.state = 'APPLIED') as applied,
      sum(c.claimed) filter (where c.state in ('APPLIED', 'WRITTEN_OFF') and c.type in ('SHORT', 'DAMAGE', 'OVERCHARGE')) as settled,
      sum(c.units) filter (where c.type = 'SHORT')::integer as claimed_short, sum(c.units) filter (where c.type = 'DAMAGE')::integer as claimed_damaged,
      sum(c.claimed) filter (where c.type in ('SHORT', 'DAMAGE')) as claimed_over, sum(c.claimed) filter (where c.type = 'OVERCHARGE') as claimed_overcharge,
      sum(c.units) filter (where c.type in ('SHORT', 'DAMAGE')) as units
    from (
      -- A credit that was written off asks for what it settles.
      select v.*, coalesce(v.settles, v.amount) as claimed,
        case when v.settles is null then v.quantity when v.amount > 0 then round(v.quantity * v.settles / v.amount) else 0 end as units
      from vendor_credits v where v.purchase_order_id = any(order_ids) and v.state not in ('VOID', 'DENIED') and v.purchase_order_line_id is not null
    ) c group by 1
  ), tolerated as (
    -- A claim is at the order's cost; what the invoices differ from it within their tolerance is no excess, nor is a cent of rounding.
    select n.id, 0.01 + c.units * max(greatest(n.unit_cost * i.price_percent / 100, i.price_amount)) as amount
    from credited c join purchase_order_lines n on n.id = c.purchase_order_line_id join vendor_invoice_lines l on l.purchase_order_line_id = n.id
    join vendor_invoices i on i.id = l.invoice_id and i.state not in ('DRAFT', 'VOID') group by n.id, c.units
  )
  select n.id, n.purchase_order_id, n.ordered, n.received - n.damaged, n.damaged, n.unit_cost,
    coalesce(line_amount(n.ordered, n.unit_cost), 0), coalesce(line_amount(n.received - n.damaged, n.unit_cost), 0),
    coalesce(b.quantity, 0), coalesce(b.amount, 0), coalesce(b.over_quantity, 0), coalesce(b.over_amount, 0), coalesce(b.overcharge, 0),
    coalesce(b.unresolved, 0), coalesce(b.has_price_difference, false),
    coalesce(c.expected, 0), coalesce(c.applied, 0), coalesce(c.settled, 0), coalesce(c.claimed_short, 0), coalesce(c.claimed_damaged, 0),
    coalesce(c.claimed_over, 0), coalesce(c.claimed_overcharge, 0),
    case when b.quantity >= n.received - n.damaged and coalesce(c.claimed_over, 0) + coalesce(c.claimed_overcharge, 0) > b.over_amount + b.overcharge + coalesce(t.amount, 0.01)
      then coalesce(c.claimed_over, 0) + coalesce(c.claimed_overcharge, 0) - b.over_amount - b.overcharge else 0 end,
    case when b.quantity >= n.received - n.damaged and c.settled > b.over_amount + b.overcharge + coalesce(t.amount, 0.01)
      then c.settled - b.over_amount - b.overcharge else 0 end
  from purchase_order_lines n left join billed b on b.purchase_order_line_id = n.id left join credited c on c.purchase_order_line_id = n.id left join tolerated t on t.id = n.id
  where n.purchase_order_id = any(order_ids)
$$;

create or replace function refresh_order_money(order_ids bigint[]) returns void language sql as $$
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
        -- Credits gave more than there was to give.
        when bool_or(settled_excess > 0) then 'QTY_DIFFERENCE'
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

-- What was written off settles the difference that there was: units that come later take it back for good, so that it hides
-- no other difference after them. What the vendor gave settles first.
create function bound_write_offs(order_ids bigint[]) returns void language plpgsql as $$
begin
  if not exists (select from vendor_credits where purchase_order_id = any(order_ids) and settles > 0) then return; end if;
  update vendor_credits c set settles = b.settles
  from (
    select w.id, least(w.settles, greatest(coalesce(d.amount, 0) - coalesce(a.amount, 0) - w.earlier, 0)) as settles
    from (
      select id, purchase_order_line_id, settles,
        coalesce(sum(settles) over (partition by purchase_order_line_id order by id rows between unbounded preceding and 1 preceding), 0) as earlier
      from vendor_credits where purchase_order_id = any(order_ids) and settles > 0
    ) w
    left join (
      select purchase_order_line_id, sum(over_amount) + greatest(sum(overcharge), 0) as amount from match_invoice_lines(order_ids) group by 1
    ) d on d.purchase_order_line_id = w.purchase_order_line_id
    left join (
      select purchase_order_line_id, sum(amount) as amount from vendor_credits
      where purchase_order_id = any(order_ids) and state = 'APPLIED' and type in ('SHORT', 'DAMAGE', 'OVERCHARGE') group by 1
    ) a on a.purchase_order_line_id = w.purchase_order_line_id
  ) b where b.id = c.id and b.settles < c.settles;
end $$;

create or replace function match_orders(order_ids bigint[]) returns void language plpgsql as $$
declare
  ids bigint[];
begin
  perform bound_write_offs(order_ids);
  select array_agg(distinct invoice_id) into ids from vendor_invoice_lines where purchase_order_id = any(order_ids);
  if ids is not null then perform judge_invoices(ids); end if;
  perform refresh_order_money(order_ids);
end $$;

create or replace function follow_vendor_credits() returns trigger language plpgsql as $$
begin
  if not exists (select from added) then return null; end if;
  perform match_orders((select array_agg(distinct purchase_order_id) from added));
  return null;
end $$;

create or replace function judge_invoices(ids bigint[]) returns void language plpgsql as $$
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
        -- What costs nothing and did not come is no difference in money.
        bool_and(n.received = n.damaged) and bool_or(x.over_quantity > 0 and (x.unresolved > 0 or x.over_amount + x.overcharge = 0)) as has_nothing
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

select match_orders(ids) from (
  select array_agg(id) as ids from (
    select purchase_order_id as id from vendor_credits where state in ('APPLIED', 'WRITTEN_OFF')
    union select purchase_order_id from vendor_invoice_lines where unit_cost = 0
  ) o
) changed where ids is not null;
