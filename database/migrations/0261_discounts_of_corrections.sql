-- What corrects a discounted invoice takes its discount back with it, and nothing is owed of a line beyond what it was billed at.

alter table vendor_invoices
  drop constraint vendor_invoices_discount_not_negative,
  add constraint vendor_invoices_discount_not_negative check (discount >= 0 or corrects_id is not null),
  drop constraint vendor_invoices_discount_of_goods,
  add constraint vendor_invoices_discount_of_goods check (state in ('DRAFT', 'VOID') or discount <= greatest(goods, 0));

-- As before; what is wrong of a line comes to no more than it is billed at less its part of the discount.
create or replace function match_invoice_lines(order_ids bigint[]) returns table (
  invoice_id bigint, line_number integer, purchase_order_id bigint, purchase_order_line_id bigint, quantity integer, amount numeric,
  over_quantity integer, over_amount numeric, overcharge numeric, has_price_difference boolean, is_below_cost boolean, unresolved numeric,
  -- of a unit, in dollars
  tolerated numeric
) language sql stable as $$
  with billed as (
    select l.invoice_id, l.line_number, l.purchase_order_id, l.purchase_order_line_id, l.quantity, l.unit_cost, l.amount, n.unit_cost as po_cost,
      greatest(n.unit_cost * i.price_percent / 100, i.price_amount) as tolerated,
      -- what it is billed at with its part of the invoice's discount
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

select match_orders(ids) from (
  select array_agg(distinct l.purchase_order_id) as ids from vendor_invoice_lines l join vendor_invoices i on i.id = l.invoice_id
  where i.discount > 0 and i.state not in ('DRAFT', 'VOID')
) discounted where ids is not null;
