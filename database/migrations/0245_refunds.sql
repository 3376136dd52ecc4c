-- What was paid of an invoice stays known, and a credit that is taken off a paid one is money that the vendor pays back.

alter table vendor_invoices
  -- in money: its total less the credits that were applied to it by then
  add column amount_paid numeric(14, 2);
alter table vendor_credits
  -- what of it the vendor pays back, because the invoice was paid when it was applied
  add column refund numeric(14, 2) not null default 0 constraint vendor_credits_refund check (refund between 0 and coalesce(amount, 0)),
  add column refunded_on date constraint vendor_credits_refunded check (refunded_on is null or refund > 0),
  add column refund_due numeric(14, 2) not null generated always as (case when refunded_on is null then refund else 0 end) stored;
create index vendor_credits_refund_due on vendor_credits (vendor_key, created_at) include (refund_due) where refund_due > 0;

alter table vendor_invoices disable trigger user;
update vendor_invoices i set amount_paid = i.total - coalesce((select sum(c.amount) from vendor_credits c where c.applied_invoice_id = i.id), 0) where i.state = 'PAID';
alter table vendor_invoices enable trigger user;
alter table vendor_invoices add constraint vendor_invoices_amount_paid check ((state = 'PAID') = (amount_paid is not null));

-- What is to be paid of an invoice in money: credits that come back as money pay nothing of it.
create function still_to_pay(vendor_invoices) returns numeric language sql stable as $$
  select $1.total - coalesce($1.amount_paid, 0) - coalesce((select sum(c.amount - c.refund) from vendor_credits c where c.applied_invoice_id = $1.id), 0)
$$;

-- As before, and it keeps what is paid.
create or replace function guard_vendor_invoice() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'an invoice is never deleted: void it';
  end if;
  if tg_op = 'INSERT' then
    if new.state <> 'DRAFT' then raise exception 'an invoice begins as a draft'; end if;
    if new.corrects_id is not null and not exists (select from vendor_invoices where id = new.corrects_id and state = 'PAID') then
      raise exception 'only a paid invoice is corrected by another one';
    end if;
    return new;
  end if;
  if old.state in ('PAID', 'VOID') and new is distinct from old then
    raise exception 'an invoice that is % is never changed', lower(old.state);
  end if;
  if new.state <> old.state and not (case old.state
    when 'DRAFT' then new.state in ('EXCEPTION', 'VOID')
    when 'MATCHED' then new.state in ('DRAFT', 'EXCEPTION', 'APPROVED', 'VOID')
    when 'EXCEPTION' then new.state in ('DRAFT', 'MATCHED', 'APPROVED', 'VOID')
    when 'APPROVED' then new.state in ('MATCHED', 'EXCEPTION', 'PAID', 'VOID')
    else false end) then
    raise exception 'an invoice does not move from % to %', old.state, new.state;
  end if;
  if old.state <> 'DRAFT' and (new.number, new.vendor, new.invoiced_on, new.freight, new.tax, new.total, new.goods, new.corrects_id)
    is distinct from (old.number, old.vendor, old.invoiced_on, old.freight, old.tax, old.total, old.goods, old.corrects_id) then
    raise exception 'only a draft is edited';
  end if;
  if new.state = 'PAID' then new.amount_paid := still_to_pay(new); end if;
  return new;
end $$;

-- As before. A credit of a paid invoice is a refund, as far as nothing is to pay; once that has come, the credit stays where it is.
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
  if new.state <> 'APPLIED' then
    if old.refunded_on is not null then raise exception 'a credit that was refunded stays with its invoice'; end if;
    new.refund := 0;
  elsif old.state <> 'APPLIED' then
    select case when i.state = 'PAID' then least(new.amount, greatest(new.amount - still_to_pay(i), 0)) else 0 end into new.refund
    from vendor_invoices i where i.id = new.applied_invoice_id;
  elsif (new.refund, new.applied_invoice_id) is distinct from (old.refund, old.applied_invoice_id) then
    raise exception 'a credit that is applied stays with its invoice';
  end if;
  return new;
end $$;

-- As before; a refund settles when it has come.
create or replace function match_invoice_lines(order_ids bigint[]) returns table (
  invoice_id bigint, line_number integer, purchase_order_id bigint, purchase_order_line_id bigint, quantity integer, amount numeric,
  over_quantity integer, over_amount numeric, overcharge numeric, has_price_difference boolean, is_below_cost boolean, unresolved numeric,
  -- of a unit, in dollars
  tolerated numeric
) language sql stable as $$
  with billed as (
    select l.invoice_id, l.line_number, l.purchase_order_id, l.purchase_order_line_id, l.quantity, l.unit_cost, l.amount, n.unit_cost as po_cost,
      greatest(n.unit_cost * i.price_percent / 100, i.price_amount) as tolerated,
      greatest(sum(l.quantity) over (partition by l.purchase_order_line_id) - (n.received - n.damaged), 0) as over_of_line,
      coalesce(sum(greatest(l.quantity, 0)) over newer, 0) as billed_later
    from vendor_invoice_lines l join vendor_invoices i on i.id = l.invoice_id join purchase_order_lines n on n.id = l.purchase_order_line_id
    where l.purchase_order_id = any(order_ids) and i.state not in ('DRAFT', 'VOID')
    window newer as (partition by l.purchase_order_line_id order by l.invoice_id desc, l.line_number desc rows between unbounded preceding and 1 preceding)
  ), counted as (
    select *, abs(unit_cost - po_cost) > tolerated as is_off,
      case when quantity > 0 then least(quantity, greatest(over_of_line - billed_later, 0))::integer else 0 end as over_quantity from billed
  ), priced as (
    select *, amount - line_amount(quantity - over_quantity, unit_cost) as over_amount,
      case when not is_off or po_cost is null then 0
        when quantity > 0 then greatest(line_amount(quantity - over_quantity, unit_cost) - line_amount(quantity - over_quantity, po_cost), 0)
        else line_amount(quantity, unit_cost) - line_amount(quantity, po_cost) end as overcharge
    from counted
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

-- As before; a refund settles when it has come.
create or replace function match_order_lines(order_ids bigint[]) returns table (
  purchase_order_line_id bigint, purchase_order_id bigint, ordered integer, usable integer, damaged integer, unit_cost numeric,
  ordered_amount numeric, received_amount numeric, billed integer, billed_amount numeric, over_quantity integer, over_amount numeric,
  overcharge numeric, unresolved numeric, has_price_difference boolean,
  credit_expected numeric, credit_applied numeric, settled numeric, claimed_short integer, claimed_damaged integer, claimed_over numeric, claimed_overcharge numeric,
  -- what credits ask for or have settled beyond the difference, and what they have settled of that
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
    -- A credit that was written off asks for what it settles.
    select v.purchase_order_line_id, null, null, null, null, null, null, null, null, null, null, null, null, null, v.type, v.state, v.amount, coalesce(v.settles, v.amount),
      case when v.settles is null then v.quantity when v.amount > 0 then round(v.quantity * v.settles / v.amount) else 0 end, v.refund_due, null
    from vendor_credits v where v.purchase_order_id = any(order_ids) and v.state not in ('VOID', 'DENIED') and v.purchase_order_line_id is not null
    union all
    -- What closed lists claim is owed before it is billed.
    select d.purchase_order_line_id, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
      case d.difference when 'SHORT' then d.canceled_change else d.quantity end
    from packing_lists p join packing_list_decisions d on d.packing_list_id = p.id
    where p.purchase_order_id = any(order_ids) and d.voided_at is null and d.decision = 'CLAIM' and d.difference in ('SHORT', 'DAMAGED')
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
      -- A claim is at the order's cost; what the invoices differ from it within their tolerance is no excess, nor is a cent of rounding.
      0.01 + coalesce(sum(units) filter (where type in ('SHORT', 'DAMAGE')) * max(tolerated), 0) as tolerated,
      coalesce(sum(decided), 0)::integer as decided
    from parts group by line_id
  ), owed as (
    -- Claims of lists wait for their bill until all that is usable is billed.
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
