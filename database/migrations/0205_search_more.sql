-- What people remember of a long number is its last digits, which they read from a label: numbers are found by their end too.
create index orders_order_id_end on orders (reverse(order_id) text_pattern_ops);
create index order_boxes_tracking_end on order_boxes (reverse(upper(tracking_number)) text_pattern_ops);
create index removal_shipments_tracking_end on removal_shipments (reverse(tracking_number) text_pattern_ops) where tracking_number <> '';
create index purchase_orders_number_end on purchase_orders (reverse(upper(po_number)) text_pattern_ops);
create index packing_lists_tracking_end on packing_lists (reverse(upper(tracking_number)) text_pattern_ops) where tracking_number is not null;

-- Customers' returns by the order that they belong to.
create index customer_returns_order_start on customer_returns (upper(order_id) text_pattern_ops);

-- Each order's first list may be called "Packing List 1": the newest of those that are called the same.
drop index packing_lists_label_start;
create index packing_lists_label_start on packing_lists (upper(label) text_pattern_ops, id);
