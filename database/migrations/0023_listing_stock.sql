-- How much there is of each listing, and a unit's change to another listing of its product.

-- One row per listing, made with it. Kept in the statement or transaction of each movement, always after the
-- locations' counts and in the order of listing ids, so that the list of all stock can be sorted by an index.
create table listing_counts (
  listing_id bigint primary key constraint listing_counts_listing_fkey references listings,
  on_hand integer not null default 0,
  pending integer not null default 0 constraint listing_counts_pending_not_negative check (pending >= 0),
  quarantine integer not null default 0 constraint listing_counts_quarantine_not_negative check (quarantine >= 0),
  available integer not null generated always as (on_hand - pending - quarantine) stored
    constraint listing_counts_available_not_negative check (on_hand - pending - quarantine >= 0)
);
insert into listing_counts (listing_id, on_hand, pending, quarantine)
select l.id, count(u.id), count(u.id) filter (where u.status = 'SALE_PENDING'), count(u.id) filter (where u.status = 'QUARANTINE')
from listings l left join units u on u.listing_id = l.id and u.status in ('AVAILABLE', 'SALE_PENDING', 'QUARANTINE')
group by l.id;
create index listing_counts_on_hand on listing_counts (on_hand, listing_id);

create function count_new_listings() returns trigger language plpgsql as $$
begin
  insert into listing_counts (listing_id) select id from added;
  return null;
end $$;
create trigger listings_counted after insert on listings referencing new table as added
  for each statement execute function count_new_listings();

create index products_title on products (title, id);
create index products_title_words on products using gin (to_tsvector('simple', title));
create index listings_sku_order on listings ((coalesce(seller_sku, '')), id);
create index listings_without_sku on listings (id) where seller_sku is null;
create index stock_movements_listing_counted on stock_movements (listing_id, created_at) where type = 'AUDIT_COUNT';

-- A unit in another condition is another listing of its product: it leaves the one and joins the other, where it is.
alter table stock_movements
  add column from_listing_id bigint constraint stock_movements_from_listing_fkey references listings,
  drop constraint stock_movements_type_known,
  add constraint stock_movements_type_known
    check (type in ('ADD', 'LOCATION_CHANGE', 'AUDIT_COUNT', 'REMOVE', 'CONDITION_CHANGE')),
  drop constraint stock_movements_shape,
  add constraint stock_movements_shape check (
    case type
      when 'ADD' then quantity_change = 1 and from_location_id is null and to_location_id is not null
      when 'REMOVE' then quantity_change = -1 and from_location_id is not null and to_location_id is null
      when 'LOCATION_CHANGE' then quantity_change = 0 and from_location_id <> to_location_id
      else quantity_change = 0 and from_location_id = to_location_id
    end
    and (type = 'CONDITION_CHANGE') = (from_listing_id is not null)
    and (from_listing_id is null or (listing_id is not null and from_listing_id <> listing_id))
  );
create index stock_movements_from_listing_id on stock_movements (from_listing_id, id) where from_listing_id is not null;
