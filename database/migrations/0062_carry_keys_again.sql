-- While processes of different versions run, one from before migration 0030 may store a command's key only with its record. A repeat
-- at a newer process would fail on that key, so the keys are carried over once more, when those processes have ended.
insert into backfills (name, step) values ('carry-keys', $$
  with recent as (
    select 'returns.decide' as command, client_id, actor_id,
      sha256(convert_to(format('[%s,%s,%s]', removal_shipment_id, disposition_id, quantity), 'UTF8')) as digest, to_jsonb(id) as answer
    from return_grades where client_id is not null
    union all
    select 'inventory.count', client_id, actor_id, null, to_jsonb(line_id) from count_entries
    union all
    select 'invoicing.credit-request', client_id, requested_by,
      sha256(convert_to(format('[%s,%s,%s,%s]', purchase_order_id, to_json(recipient), to_json(subject), to_json(amount::text)), 'UTF8')), to_jsonb(id)
    from credit_requests
  ), carried as (
    insert into idempotency_keys (command, key, actor_id, digest, answer) select command, client_id, actor_id, digest, answer from recent
    where $1 = 0 on conflict do nothing
  )
  select null::bigint as cursor $$);
