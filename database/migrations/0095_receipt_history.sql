-- The history of a list is read page by page, at the same cost at any length: each scan keeps what its line had come to
-- with it. Changing an older scan's number changes those behind it on the line, which are few.
alter table receipts add column running_total integer;
update receipts r set running_total = s.total
from (select id, sum(quantity) over (partition by packing_list_id, purchase_order_line_id order by id) as total from receipts) s where s.id = r.id;
alter table receipts alter column running_total set not null;
alter table receipts add constraint receipts_running_total check (running_total >= quantity);

-- The newest scan of a code, whose number can be changed; and the scans of one code.
create index receipts_code on receipts (packing_list_id, upper(scanned_code), id);
-- Which lines a code was scanned on, and whether one of its scans completed its line.
create index receipts_code_line on receipts (packing_list_id, upper(scanned_code), purchase_order_line_id, running_total);
