-- The orders of a SKU, the newest first or those that are still open, without a look at all orders of it or at all that are
-- open: what of an order decides that stands with its lines, too.
alter table order_items add column ordered_at timestamptz, add column is_open boolean;
update order_items i set ordered_at = o.ordered_at, is_open = o.stage in ('TO_SHIP', 'PENDING', 'TO_CONFIRM')
from orders o where o.order_id = i.order_id;
alter table order_items alter column ordered_at set not null, alter column is_open set not null;

create function keep_order_of_line() returns trigger language plpgsql as $$
begin
  select o.ordered_at, o.stage in ('TO_SHIP', 'PENDING', 'TO_CONFIRM') into new.ordered_at, new.is_open from orders o where o.order_id = new.order_id;
  return new;
end $$;
create trigger order_items_know_their_order before insert on order_items for each row execute function keep_order_of_line();

create function tell_lines_of_order() returns trigger language plpgsql as $$
begin
  update order_items set is_open = new.stage in ('TO_SHIP', 'PENDING', 'TO_CONFIRM') where order_id = new.order_id;
  return null;
end $$;
create trigger orders_tell_their_lines after update on orders for each row
  when ((old.stage in ('TO_SHIP', 'PENDING', 'TO_CONFIRM')) <> (new.stage in ('TO_SHIP', 'PENDING', 'TO_CONFIRM')))
  execute function tell_lines_of_order();

drop index order_items_seller_sku;
create index order_items_sku_newest on order_items (seller_sku, ordered_at desc, order_id desc);
create index order_items_sku_open on order_items (seller_sku, order_id) where is_open;
