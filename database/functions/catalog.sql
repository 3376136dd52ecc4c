-- Every listing has a row of counts, so that lists of all stock need no outer join, and is compared with what Amazon shows.
create or replace function create_listing_counts() returns trigger language plpgsql as $$
begin
  insert into listing_counts (listing_id) select id from added;
  insert into out_of_sync_checks (listing_ids)
  select array_agg(id) from (select id, (row_number() over () - 1) / 500 as part from added where seller_sku is not null) numbered group by part;
  return null;
end $$;
create or replace trigger listings_counted after insert on listings referencing new table as added
  for each statement execute function create_listing_counts();

-- The listing of each code, if it is the only one of the first kind that has the code: FNSKU, seller SKU, ASIN, GTIN, item code.
-- Null where no listing or several have it: then the rules of the catalog choose (`chooseListing`), which agree about a single one.
-- One query for each kind, because they find most codes at once, and a query for all kinds takes ten times as long to start.
create or replace function only_listings(codes text[], gtins text[], out listing_ids bigint[], out fnskus text[]) language plpgsql stable as $$
declare
  wanted text;
  matches integer;
  listing_id bigint;
  fnsku text;
begin
  for nth in 1 .. cardinality(codes) loop
    wanted := upper(codes[nth]);
    select count(*), min(id), min(found.fnsku) into matches, listing_id, fnsku
    from (select l.id, l.fnsku from listings l where upper(l.fnsku) = wanted limit 2) found;
    if matches = 0 then
      select count(*), min(id), min(found.fnsku) into matches, listing_id, fnsku
      from (select l.id, l.fnsku from listings l where upper(l.seller_sku) = wanted limit 2) found;
    end if;
    if matches = 0 then
      select count(*), min(id), min(found.fnsku) into matches, listing_id, fnsku
      from (select l.id, l.fnsku from listings l where upper(l.asin) = wanted limit 2) found;
    end if;
    if matches = 0 and gtins[nth] is not null then
      select count(*), min(id), min(found.fnsku) into matches, listing_id, fnsku
      from (select l.id, l.fnsku from listings l where l.product_id = (select g.product_id from product_gtins g where gtin14 = gtins[nth]) limit 2) found;
    end if;
    if matches = 0 then
      select count(*), min(id), min(found.fnsku) into matches, listing_id, fnsku
      from (select l.id, l.fnsku from products p join listings l on l.product_id = p.id where upper(p.item_code) = wanted limit 2) found;
    end if;
    listing_ids[nth] := case when matches = 1 then listing_id end;
    fnskus[nth] := case when matches = 1 then fnsku end;
  end loop;
end $$;
