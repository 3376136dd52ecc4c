-- Everything that is asked of a product's prices, in the one view: what its stock is worth (the lowest cost), what its
-- floor protects (the highest cost), and its MAP with the item of the price list that says so.
create or replace view product_prices as
  select g.product_id, min(i.cost) as cost, max(i.map) as map, max(i.cost) as highest_cost,
    (array_agg(i.id order by i.map desc, i.id) filter (where i.map is not null))[1] as map_item_id,
    (array_agg(i.updated_at order by i.map desc, i.id) filter (where i.map is not null))[1] as map_at
  from product_gtins g join price_list_items i on i.gtin = g.gtin14
  group by g.product_id;
