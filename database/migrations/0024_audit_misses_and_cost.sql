-- Scans of an audit that counted nothing: sent twice, not to be matched, or refused. People look for them in the history.
create table audit_misses (
  id bigint generated always as identity primary key,
  client_scan_id text not null,
  result text not null constraint audit_misses_result_known check (result in ('DUPLICATE', 'UNMATCHED', 'ERROR')),
  scanned_code text not null,
  -- null when there is no such location
  location_id integer constraint audit_misses_location_fkey references locations,
  message text not null,
  actor_id bigint not null constraint audit_misses_actor_fkey references users,
  created_at timestamptz not null default now(),
  -- a page sends a scan until it is answered
  constraint audit_misses_key unique (client_scan_id, result)
);
create index audit_misses_location_id on audit_misses (location_id);
create index audit_misses_actor_id on audit_misses (actor_id);

-- What a unit cost; where that is unknown, what its product costs.
alter table units add column cost numeric(12, 2) constraint units_cost_not_negative check (cost >= 0);
alter table products add column cost numeric(12, 2) constraint products_cost_not_negative check (cost >= 0);

-- What moved since a day: the ledger's own order is by id, and its times rise with it.
create index stock_movements_created_at on stock_movements using brin (created_at) with (pages_per_range = 32);
