-- An approval is used up by what settles its difference: what is wrong after that was approved by nobody.

alter table vendor_invoice_matches
  -- of what is approved or paid: the difference that was approved, or the least that there has been since
  add column covered numeric(14, 2);
update vendor_invoice_matches m set covered = least(coalesce(i.approved_difference, 0), m.difference)
from vendor_invoices i where i.id = m.invoice_id and i.state in ('APPROVED', 'PAID');

-- As before, with what the approval still covers; also of what is paid another kind of issue is open.
create or replace function judge_invoices(ids bigint[]) returns void language plpgsql as $$
declare
  order_ids bigint[];
begin
  perform from vendor_invoices where id = any(ids) order by id for no key update;
  select array_agg(distinct purchase_order_id) into order_ids from vendor_invoice_lines where invoice_id = any(ids);
  insert into vendor_invoice_matches (invoice_id, should_be_paid, issues, difference, covered, is_open)
  select j.id, case when j.issues = '{}' then 'YES' when j.has_nothing then 'NO' else 'EXCEPTION' end, j.issues, j.difference,
    case when j.state = 'PAID' or (j.state = 'APPROVED' and not o.is_open) then least(j.covered, j.difference) end, o.is_open
  from (
    select i.id, i.state, coalesce((select k.covered from vendor_invoice_matches k where k.invoice_id = i.id), i.approved_difference, 0) as covered,
      -- Where nothing came and that was approved, less is wrong once some of it is here.
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
        -- What costs nothing and did not come is no difference in money.
        bool_and(n.received = n.damaged) and bool_or(x.over_quantity > 0 and (x.unresolved > 0 or x.over_amount + x.overcharge = 0)) as has_nothing
      from match_invoice_lines(order_ids) x join purchase_order_lines n on n.id = x.purchase_order_line_id where x.invoice_id = any(ids) group by 1
    ) m join vendor_invoices i on i.id = m.invoice_id
    left join lateral (
      select sum(v.goods) as goods, sum(v.freight) as freight, sum(v.tax) as tax from vendor_invoices v
      where i.corrects_id is not null and v.id in (select correction_family(i.id)) and v.state not in ('DRAFT', 'VOID')
        -- What is paid is judged with what there was of it.
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
      is distinct from (excluded.should_be_paid, excluded.issues, excluded.difference, excluded.covered, excluded.is_open);
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

select judge_invoices(ids) from (
  select array_agg(i.id order by i.id) as ids from vendor_invoices i join vendor_invoice_matches m on m.invoice_id = i.id
  where i.state = 'PAID' and not m.issues <@ i.approved_issues
) paid where ids is not null;
