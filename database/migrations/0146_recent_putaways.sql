-- no transaction
-- The put-away screen reads a person's newest put-aways by it; without it, all the keys of that person.
create index concurrently if not exists idempotency_keys_putaways on idempotency_keys (actor_id, created_at) where command = 'inventory.putaway';
