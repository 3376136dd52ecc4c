-- Repeated commands are recognised by idempotency_keys alone. The keys that commands have used before come along, so that a
-- command that was sent just before an upgrade and is repeated after it still runs once.
insert into idempotency_keys (command, key, actor_id, digest, answer)
select 'invoicing.invoice', client_id, created_by, client_digest, to_jsonb(id) from vendor_invoices where client_id is not null
union all
select 'invoicing.pay', client_id, paid_by, null, 'null' from vendor_invoice_payments where client_id is not null
union all
select 'invoicing.credit', client_id, created_by, null, to_jsonb(id) from vendor_credits where client_id is not null
union all
select 'products.create', p.client_id, split_part(p.client_id, ' ', 1)::bigint, null, jsonb_build_object('id', p.id, 'code', coalesce(l.fnsku, l.seller_sku))
from products p cross join lateral (select fnsku, seller_sku from listings where product_id = p.id order by id limit 1) l where p.client_id is not null
union all
select 'purchasing.create-list', client_id, created_by, null, to_jsonb(id) from packing_lists where client_id is not null
union all
select 'purchasing.scan', client_scan_id, actor_id, null, '1' from receipts where client_scan_id is not null
union all
select 'purchasing.scan', client_scan_id, actor_id, null, '0' from unexpected_scans where client_scan_id is not null
union all
select 'orders.note', client_note_id, actor_id, null, jsonb_build_object('orderId', order_id) from order_events where client_note_id is not null
on conflict do nothing;

alter table vendor_invoices drop column client_id, drop column client_digest;
alter table vendor_invoice_payments drop column client_id;
alter table vendor_credits drop column client_id;
alter table products drop column client_id;
alter table order_events drop column client_note_id;
