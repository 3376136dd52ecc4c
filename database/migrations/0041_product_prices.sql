-- What a product costs and the least that it may be offered for are what the vendors' price lists say of its GTINs;
-- there is no second copy of either. Where several GTINs say different things, the lowest cost and the highest MAP count.

create view product_prices as
  select g.product_id, min(i.cost) as cost, max(i.map) as map
  from product_gtins g join price_list_items i on i.gtin = g.gtin14
  group by g.product_id;

alter table products drop column cost;
