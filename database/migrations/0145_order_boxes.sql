-- An order leaves in one box or in several; the marketplace is told of each, once. The shipment keeps what they share: when
-- it left, and how often the marketplace was told.

create table order_boxes (
  -- our own number of the package, the same however often it is told
  package_id bigint not null default nextval('order_package_ids') constraint order_boxes_pkey primary key,
  order_id text not null constraint order_boxes_shipment_fkey references order_shipments on delete cascade,
  nth integer not null constraint order_boxes_nth check (nth > 0),
  carrier_code text not null,
  carrier_name text,
  shipping_method text,
  tracking_number text not null,
  -- null is unknown, never 0
  weight_pounds numeric(6, 2) constraint order_boxes_weight check (weight_pounds > 0),
  length_inches numeric(5, 1) constraint order_boxes_length check (length_inches > 0),
  width_inches numeric(5, 1) constraint order_boxes_width check (width_inches > 0),
  height_inches numeric(5, 1) constraint order_boxes_height check (height_inches > 0),
  -- since when the marketplace is known to know of it
  confirmed_at timestamptz,
  constraint order_boxes_key unique (order_id, nth)
);
create index order_boxes_tracking_number on order_boxes (upper(tracking_number));

create table order_box_items (
  package_id bigint not null constraint order_box_items_box_fkey references order_boxes on delete cascade,
  item_id text not null,
  quantity integer not null constraint order_box_items_quantity check (quantity > 0),
  constraint order_box_items_pkey primary key (package_id, item_id)
);

insert into order_boxes (package_id, order_id, nth, carrier_code, carrier_name, shipping_method, tracking_number, confirmed_at)
select package_id, order_id, 1, carrier_code, carrier_name, shipping_method, tracking_number, confirmed_at from order_shipments;
insert into order_box_items (package_id, item_id, quantity)
select b.package_id, p.item_id, count(*) from order_boxes b join order_pieces p on p.order_id = b.order_id and p.state = 'SHIPPED'
group by b.package_id, p.item_id;

alter table order_shipments
  drop column package_id,
  drop column carrier_code,
  drop column carrier_name,
  drop column shipping_method,
  drop column tracking_number;
