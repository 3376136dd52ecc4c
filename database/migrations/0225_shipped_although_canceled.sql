-- What the marketplace says is shipped is shipped, also where it was canceled here: it stayed among the canceled ones, though
-- a parcel was on its way. One rewrite of the table, with its indexes; no line's trigger runs, for both stages are over.
alter table orders alter column stage set expression as (
  case
    when local_state in ('SHIPPED', 'CONFIRM_QUEUED', 'CONFIRMING', 'CONFIRM_FAILED') then 'TO_CONFIRM'
    when local_state = 'CONFIRMED' then 'SHIPPED'
    when status = 'CANCELLED' then 'CANCELED'
    when status = 'SHIPPED' then 'SHIPPED'
    when local_state = 'CANCELED' then 'CANCELED'
    when status = 'PENDING' then 'PENDING'
    else 'TO_SHIP'
  end);

with elsewhere as (
  update orders set local_state = 'OPEN' where local_state = 'CANCELED' and status = 'SHIPPED' returning order_id
)
insert into order_events (order_id, kind, detail, at)
select order_id, 'CONFIRMED', 'The marketplace says that it is shipped, although it was canceled here', now() from elsewhere;
