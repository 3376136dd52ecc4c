-- no transaction
-- The orders in which people sort the lists of orders and cases.
create index concurrently if not exists orders_due on orders (coalesce(ship_by, 'infinity'::timestamptz), order_id);
create index concurrently if not exists return_cases_last_day on return_cases (due_on, id);
create index concurrently if not exists return_cases_expected on return_cases (coalesce(expected_amount, 0), id);
create index concurrently if not exists return_cases_paid_amount on return_cases (coalesce(paid_amount, 0), id);
create index concurrently if not exists return_cases_updated on return_cases (updated_at, id);
