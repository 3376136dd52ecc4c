create or replace function keep_order_of_line() returns trigger language plpgsql as $$
begin
  select o.ordered_at, o.stage in ('TO_SHIP', 'PENDING', 'TO_CONFIRM') into new.ordered_at, new.is_open from orders o where o.order_id = new.order_id;
  return new;
end $$;
create or replace trigger order_items_know_their_order before insert on order_items for each row execute function keep_order_of_line();

create or replace function tell_lines_of_order() returns trigger language plpgsql as $$
begin
  update order_items set is_open = new.stage in ('TO_SHIP', 'PENDING', 'TO_CONFIRM') where order_id = new.order_id;
  return null;
end $$;
create or replace trigger orders_tell_their_lines after update on orders for each row
  when ((old.stage in ('TO_SHIP', 'PENDING', 'TO_CONFIRM')) <> (new.stage in ('TO_SHIP', 'PENDING', 'TO_CONFIRM')))
  execute function tell_lines_of_order();
