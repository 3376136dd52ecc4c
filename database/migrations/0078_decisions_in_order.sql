-- What had come of the order's line when a decision was made: with it the decisions of a line can be worked out again in
-- their order after an earlier one was taken back.
alter table packing_list_decisions add column received_before integer constraint packing_list_decisions_received_not_negative check (received_before >= 0);
update packing_list_decisions d set received_before = n.received from purchase_order_lines n where n.id = d.purchase_order_line_id;
alter table packing_list_decisions alter column received_before set not null;
create index packing_list_decisions_standing on packing_list_decisions (purchase_order_line_id, id) where voided_at is null;
