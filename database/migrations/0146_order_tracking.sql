-- What the marketplace tells of an order after it was shipped: its packages on their way, and what came back.

alter table orders
  -- when the last of its packages was first told to be delivered
  add column delivered_at timestamptz,
  add column returned_at timestamptz,
  add column returned_units integer not null default 0 constraint orders_returned_units check (returned_units >= 0),
  add constraint orders_returned check ((returned_units > 0) = (returned_at is not null));

-- Of the whole line, in the order's currency.
alter table order_items add column shipping numeric(12, 2);

create table order_packages (
  order_id text not null constraint order_packages_order_fkey references orders on delete cascade,
  -- the seller's number of the package
  reference text not null,
  status text not null,
  detailed_status text,
  carrier text,
  tracking_number text,
  units integer not null constraint order_packages_units check (units >= 0),
  -- when each was first told
  delivered_at timestamptz,
  returned_at timestamptz,
  constraint order_packages_pkey primary key (order_id, reference)
);

-- What was returned before now of the orders that we know.
update orders o set returned_at = r.at, returned_units = r.units
from (select order_id, min(returned_at) as at, sum(quantity)::int as units from customer_returns group by order_id having sum(quantity) > 0) r
where r.order_id = o.order_id;
