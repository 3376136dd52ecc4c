-- Whether an order of this stage is open.
create or replace function is_open_stage(stage text) returns boolean language sql immutable as $$
  select stage in ('TO_SHIP', 'PENDING', 'TO_CONFIRM')
$$;

-- Keeps the copies in the lines of an order, and the sums of shipments by due date.
create or replace function follow_order() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and is_open_stage(old.stage) <> is_open_stage(new.stage) then
    update order_items set is_open = is_open_stage(new.stage) where order_id = new.order_id;
  end if;
  if tg_op = 'UPDATE' and (old.shipped_at, old.ship_by) is not distinct from (new.shipped_at, new.ship_by) then return null; end if;
  if tg_op <> 'INSERT' and old.shipped_at is not null and old.ship_by is not null then
    insert into shipment_sums values ((old.ship_by at time zone 'UTC')::date, -1, -(old.shipped_at > old.ship_by)::int);
  end if;
  if tg_op <> 'DELETE' and new.shipped_at is not null and new.ship_by is not null then
    insert into shipment_sums values ((new.ship_by at time zone 'UTC')::date, 1, (new.shipped_at > new.ship_by)::int);
  end if;
  return null;
end $$;
create or replace trigger orders_followed after insert or delete or update of stage, shipped_at, ship_by on orders for each row execute function follow_order();
