-- Whether anything of a shipment was ever sent to the marketplace: only then it may know of it. Of what was tried before
-- nobody knows.
alter table order_shipments add column was_sent boolean not null default false;
update order_shipments set was_sent = attempts > 0;

-- An order whose last open piece the marketplace closed after others were packed is shipped with these.
with shipped as (
  update orders o set local_state = 'SHIPPED', shipped_by = p.shipped_by, shipped_at = p.shipped_at, started_by = null, started_at = null
  from (select distinct on (order_id) order_id, shipped_by, shipped_at from order_pieces where state = 'SHIPPED' order by order_id, shipped_at desc, id desc) p
  where p.order_id = o.order_id and o.local_state = 'OPEN'
    and not exists (select from order_pieces w where w.order_id = o.order_id and w.state in ('WAITING', 'RESERVED'))
  returning o.order_id
)
insert into order_events (order_id, kind, detail, at)
select order_id, 'SHIPPED', 'Shipped with what is packed: the rest is not to be shipped any more', now() from shipped;

-- Two boxes of an order under one tracking number cannot be told apart. A second one that was entered so was never told;
-- its number shows that it is one.
update order_boxes b set tracking_number = b.tracking_number || ' (' || b.nth || ')'
where exists (select from order_boxes o where o.order_id = b.order_id and o.nth < b.nth and upper(o.tracking_number) = upper(b.tracking_number));
create unique index order_boxes_tracking_number_key on order_boxes (order_id, upper(tracking_number));

-- Buyers who ask to cancel what is shipped here, and not yet confirmed, wait for an answer too.
drop index orders_cancel_open;
create index orders_cancel_open on orders (stage, order_id)
  where stage in ('TO_SHIP', 'TO_CONFIRM') and is_cancel_requested and cancel_answer is null;
