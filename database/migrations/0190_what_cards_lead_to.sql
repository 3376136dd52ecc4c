-- What the dashboard's rows lead to, read from indexes that hold little else.
create index listing_changes_held on listing_changes (job_id, seller_sku) where held_by is not null;
create index return_cases_paid on return_cases (((coalesce(decided_at, updated_at) at time zone 'UTC')::date)) where paid_amount is not null;
create index orders_shipped_late on orders (ship_by) where shipped_at > ship_by;
