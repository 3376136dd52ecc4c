-- Shipments of which the marketplace could not be told again and again: people look for them among those it refused.
create index order_shipments_failing on order_shipments (order_id) where next_attempt_at is not null and attempts >= 3 and failure is not null;
