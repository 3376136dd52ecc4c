-- What the marketplace says is shipped is shipped, also where it was canceled here: it stayed among the canceled ones, though
-- a parcel was on its way. The oldest supported PostgreSQL cannot change the expression of a column, so the column is made
-- anew, with its indexes and its trigger; no line is told, for both stages are over.
drop trigger orders_tell_their_lines on orders;
alter table orders drop column stage;
alter table orders add column stage text not null generated always as (
  case
    when local_state in ('SHIPPED', 'CONFIRM_QUEUED', 'CONFIRMING', 'CONFIRM_FAILED') then 'TO_CONFIRM'
    when local_state = 'CONFIRMED' then 'SHIPPED'
    when status = 'CANCELLED' then 'CANCELED'
    when status = 'SHIPPED' then 'SHIPPED'
    when local_state = 'CANCELED' then 'CANCELED'
    when status = 'PENDING' then 'PENDING'
    else 'TO_SHIP'
  end) stored;
create index orders_stage_due on orders (stage, (coalesce(ship_by, 'infinity'::timestamptz)), order_id);
create index orders_stage_newest on orders (stage, ordered_at desc, order_id desc);
create index orders_cancel_open on orders (stage, order_id)
  where stage in ('TO_SHIP', 'TO_CONFIRM') and is_cancel_requested and cancel_answer is null;
create trigger orders_tell_their_lines after update on orders for each row
  when ((old.stage in ('TO_SHIP', 'PENDING', 'TO_CONFIRM')) <> (new.stage in ('TO_SHIP', 'PENDING', 'TO_CONFIRM')))
  execute function tell_lines_of_order();

with elsewhere as (
  update orders set local_state = 'OPEN' where local_state = 'CANCELED' and status = 'SHIPPED' returning order_id
)
insert into order_events (order_id, kind, detail, at)
select order_id, 'CONFIRMED', 'The marketplace says that it is shipped, although it was canceled here', now() from elsewhere;
