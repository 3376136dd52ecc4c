-- The audit log reads three more histories: which boxes arrived, which credits were asked for, which reports of sales.

-- What arrived at one moment needs an order of its own.
alter table return_packages add column id bigint generated always as identity constraint return_packages_id_key unique;
-- Begin with the same columns as the indexes below.
drop index return_packages_arrived_at;
drop index credit_requests_requested_by;
drop index shipment_sales_requests_requested_at;
drop index shipment_sales_requests_requested_by;

create index return_packages_at on return_packages (arrived_at, id);
create index return_packages_arrived_by_at on return_packages (arrived_by, arrived_at, id);
create index credit_requests_at on credit_requests (requested_at, id);
create index credit_requests_requested_by_at on credit_requests (requested_by, requested_at, id);
create index shipment_sales_requests_at on shipment_sales_requests (requested_at, id);
create index shipment_sales_requests_requested_by_at on shipment_sales_requests (requested_by, requested_at, id);
