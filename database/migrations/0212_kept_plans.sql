-- A scan of a billed line costs a constant, not a plan: of the statements that match a few orders the plans are kept, which
-- take longer to make than to carry out. Of many orders together the number of rows decides, as before.

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
  where m.purchase_order_id = s.purchase_order_id;
end $$;

create or replace function match_orders(order_ids bigint[]) returns void language plpgsql as $$
declare
  few constant integer := 8;
  ids bigint[];
  mode constant text := current_setting('plan_cache_mode');
begin
  perform set_config('plan_cache_mode', case when cardinality(order_ids) <= few then 'force_generic_plan' else 'force_custom_plan' end, true);
  perform bound_write_offs(order_ids);
  select array_agg(distinct invoice_id) into ids from vendor_invoice_lines where purchase_order_id = any(order_ids);
  if ids is not null then perform judge_invoices(ids); end if;
  perform refresh_order_money(order_ids);
  perform set_config('plan_cache_mode', mode, true);
end $$;
