-- What products cost at a moment, beside the view that says what they cost now: today's cost, played backwards. The first
-- change since then says what the list said before it. A product that no list named by then has the first cost since.

-- It reads tables of later migrations, so it can't be checked before they are there.
set local check_function_bodies = off;
create function product_costs_at(moment timestamptz) returns table (product_id bigint, cost numeric, is_later boolean)
language sql stable as $$
  with since as (
    select distinct on (c.item_id) c.item_id, c.old_cost, c.new_cost
    from price_list_changes c
    where c.upload_id = any(array(select u.id from price_list_uploads u where u.applied_at > moment))
    order by c.item_id, c.changed_at, c.upload_id
  ), items as (
    select g.product_id, case when s.item_id is null then i.cost else s.old_cost end as cost, coalesce(s.new_cost, i.cost) as later_cost
    from product_gtins g join price_list_items i on i.gtin = g.gtin14 left join since s on s.item_id = i.id
  )
  select items.product_id, coalesce(min(items.cost), min(items.later_cost)), min(items.cost) is null from items group by items.product_id
$$;
