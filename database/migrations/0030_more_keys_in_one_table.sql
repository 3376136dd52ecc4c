-- More repeated commands are recognised by idempotency_keys alone. The keys that were used before come along, as in 0029.
-- The columns stay for now: a server of the version before, which may still run, reads and writes them. So does this version, and
-- their unique constraints refuse a command that reaches both. A later migration drops them.
insert into idempotency_keys (command, key, actor_id, digest, answer)
select 'returns.decide', client_id, actor_id,
  sha256(convert_to(format('[%s,%s,%s]', removal_shipment_id, disposition_id, quantity), 'UTF8')), to_jsonb(id)
from return_grades where client_id is not null
union all
select 'inventory.count', client_id, actor_id, null, to_jsonb(line_id) from count_entries
union all
select 'invoicing.credit-request', client_id, requested_by,
  sha256(convert_to(format('[%s,%s,%s,%s]', purchase_order_id, to_json(recipient), to_json(subject), to_json(amount::text)), 'UTF8')), to_jsonb(id)
from credit_requests
union all
select 'documents.upload', substr(source_key, length('UPLOAD ') + 1), uploaded_by, sha256(convert_to(to_json(encode(sha256, 'hex'))::text, 'UTF8')), to_jsonb(id)
from documents where source_key like 'UPLOAD %'
on conflict do nothing;
