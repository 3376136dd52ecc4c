-- Everything that is asked of a product's prices, in the one view: what its stock is worth (the lowest cost), what its
-- floor protects (the highest cost), and its MAP with the item of the price list that says so.
create or replace view product_prices as
  select g.product_id, min(i.cost) as cost, max(i.map) as map, max(i.cost) as highest_cost,
    (array_agg(i.id order by i.map desc, i.id) filter (where i.map is not null))[1] as map_item_id,
    (array_agg(i.updated_at order by i.map desc, i.id) filter (where i.map is not null))[1] as map_at
  from product_gtins g join price_list_items i on i.gtin = g.gtin14
  group by g.product_id;

create or replace function product_costs_at(moment timestamptz) returns table (product_id bigint, cost numeric, is_later boolean)
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
