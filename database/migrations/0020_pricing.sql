-- The guards that every price passes.
create table pricing_settings (
  is_only boolean primary key default true constraint pricing_settings_one_row check (is_only),
  is_paused boolean not null default false,
  quantity_buffer integer not null default 0 constraint pricing_settings_buffer_not_negative check (quantity_buffer >= 0),
  minimum_margin numeric(12, 2) not null default 0 constraint pricing_settings_margin_not_negative check (minimum_margin >= 0),
  absolute_minimum numeric(12, 2) not null default 1
    constraint pricing_settings_minimum_not_negative check (absolute_minimum >= 0),
  max_drop_percent numeric(5, 2) not null default 30,
  -- A price has moved when it changed by more than move_percent; if more than move_share_percent of the prices move, they are held.
  move_percent numeric(5, 2) not null default 20,
  move_share_percent numeric(5, 2) not null default 10,
  -- Market data older than this isn't used.
  max_input_age_hours integer not null default 48 constraint pricing_settings_age_positive check (max_input_age_hours > 0)
);

insert into pricing_settings default values;

-- One run of a sync, preview, clear, restore, bulk price update or SKU assignment, as its live topic reports it.
create table listing_jobs (
  id bigint generated always as identity primary key,
  -- The id that the API shows.
  code uuid not null default gen_random_uuid() constraint listing_jobs_code_key unique,
  run_id bigint constraint listing_jobs_run_key unique constraint listing_jobs_run_fkey references job_runs on delete set null,
  kind text not null,
  payload jsonb not null default '{}',
  status text not null default 'STARTED'
    constraint listing_jobs_status_known check (status in ('STARTED', 'FETCHING', 'BUILDING', 'SUBMITTING', 'COMPLETED', 'ERROR')),
  message text not null default 'Waiting for its turn',
  current integer not null default 0,
  total integer not null default 0,
  feed_id text,
  has_error boolean not null default false,
  started_by bigint constraint listing_jobs_started_by_fkey references users,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  -- The number of decisions by method, because counting millions of rows takes longer than showing fifty.
  method_counts jsonb not null default '{}',
  -- Set when the assignment was undone or the cleared quantities were restored.
  undone_at timestamptz,
  constraint listing_jobs_finished check ((finished_at is null) = (status not in ('COMPLETED', 'ERROR')))
);
create index listing_jobs_started_at on listing_jobs (started_at);
create index listing_jobs_started_by on listing_jobs (started_by) where started_by is not null;

-- Why a price is what it is: one row per listing and job, never changed.
create table pricing_decisions (
  id bigint generated always as identity primary key,
  job_id bigint not null constraint pricing_decisions_job_fkey references listing_jobs on delete cascade,
  seller_sku text not null,
  asin text not null,
  condition smallint not null,
  map_price numeric(12, 2),
  competitive_price numeric(12, 2),
  submitted_price numeric(12, 2),
  threshold_price numeric(12, 2),
  tiered_price numeric(12, 2),
  price_id text,
  threshold_enforced boolean not null,
  pricing_decision text not null,
  pricing_method text not null
    constraint pricing_decisions_method_known check (pricing_method in ('lowest_price_per_condition', 'percentage_off_map_fallback', 'error_fallback_to_map', 'skipped')),
  calculation_details jsonb not null,
  competitive_data jsonb,
  decision_details jsonb not null,
  constraint pricing_decisions_job_key unique (job_id, seller_sku)
);
create index pricing_decisions_by_map on pricing_decisions (job_id, pricing_method, map_price nulls first, id);
create index pricing_decisions_by_competitive on pricing_decisions (job_id, pricing_method, competitive_price nulls first, id);
create index pricing_decisions_by_submitted on pricing_decisions (job_id, pricing_method, submitted_price nulls first, id);
create index pricing_decisions_by_id on pricing_decisions (job_id, pricing_method, id);
-- One index per sort column of the report, within a job and a method: a page merges the beginnings of a few of them. Unknown values sort
-- lowest.
create index pricing_decisions_by_sku on pricing_decisions (job_id, pricing_method, seller_sku collate "C" nulls first, id);
create index pricing_decisions_by_asin on pricing_decisions (job_id, pricing_method, asin collate "C" nulls first, id);

-- The changes that a job makes to listings, and their results.
create table listing_changes (
  job_id bigint not null constraint listing_changes_job_fkey references listing_jobs on delete cascade,
  seller_sku text not null,
  old_price numeric(12, 2),
  new_price numeric(12, 2) constraint listing_changes_price_positive check (new_price > 0),
  old_quantity integer,
  new_quantity integer constraint listing_changes_quantity_not_negative check (new_quantity >= 0),
  sends_price boolean not null,
  sends_quantity boolean not null,
  held_by text
    constraint listing_changes_guard_known check (held_by in ('no_inputs', 'not_positive', 'floor_above_map', 'drop', 'mass_move')),
  -- The part of the feed and the position in it; both null while it isn't sent.
  part integer,
  position integer,
  outcome text
    constraint listing_changes_outcome_known check (outcome in ('ACCEPTED', 'WARNING', 'REJECTED', 'UNCHANGED', 'HELD', 'PREVIEW')),
  reason text,
  primary key (job_id, seller_sku),
  constraint listing_changes_place check ((part is null) = (position is null)),
  constraint listing_changes_held_unsent check (held_by is null or not sends_price)
) with (fillfactor = 80);
create unique index listing_changes_part on listing_changes (job_id, part, position) where part is not null;
create index listing_changes_open on listing_changes (job_id, seller_sku) where outcome is null;
-- Serves the rejected changes of a job, which can be retried.
create index listing_changes_rejected on listing_changes (job_id, seller_sku) where outcome = 'REJECTED';
-- Serves the dashboard's links.
create index listing_changes_held on listing_changes (job_id, seller_sku) where held_by is not null;

-- Accepted doesn't mean live: some minutes after a job ends, a sample of its changes is read back from the marketplace.
create table listing_rereads (
  job_id bigint not null,
  seller_sku text not null,
  -- what the marketplace shows
  price numeric(12, 2),
  quantity integer,
  read_at timestamptz,
  -- LIVE: as sent. DRIFT: different. SUPERSEDED: a newer change was sent meanwhile, so the comparison means nothing.
  result text constraint listing_rereads_result_known check (result in ('LIVE', 'DRIFT', 'SUPERSEDED')),
  note text,
  primary key (job_id, seller_sku),
  constraint listing_rereads_change_fkey foreign key (job_id, seller_sku) references listing_changes on delete cascade,
  constraint listing_rereads_read check ((read_at is null) = (result is null))
);
create index listing_rereads_unread on listing_rereads (job_id, seller_sku) where result is null;

-- The last values that the marketplace accepted from us; they may be newer or older than its reports.
create table listing_acknowledgements (
  seller_sku text primary key,
  price numeric(12, 2),
  price_at timestamptz,
  quantity integer,
  quantity_at timestamptz
) with (fillfactor = 80);

-- Held prices that a person approved.
create table price_approvals (
  seller_sku text primary key,
  price numeric(12, 2) not null,
  approved_by bigint not null constraint price_approvals_approved_by_fkey references users,
  approved_at timestamptz not null
);
create index price_approvals_approved_by on price_approvals (approved_by);

-- The results of a SKU assignment, for each FNSKU in stock.
create table sku_assignments (
  job_id bigint not null constraint sku_assignments_job_fkey references listing_jobs on delete cascade,
  listing_id bigint not null constraint sku_assignments_listing_fkey references listings,
  fnsku text not null,
  result text not null
    constraint sku_assignments_result_known check (result in ('ASSIGNED', 'CONFLICT', 'TAKEN', 'NO_SKU', 'UNDONE')),
  before_sku text,
  after_sku text,
  before_condition smallint not null,
  after_condition smallint,
  candidates jsonb not null,
  primary key (job_id, listing_id)
);
create index sku_assignments_listing_id on sku_assignments (listing_id);

-- Requested reports of shipment sales, in windows of thirty days.
create table shipment_sales_requests (
  id bigint generated always as identity primary key,
  from_at timestamptz not null,
  to_at timestamptz not null,
  report_id text,
  status text not null default 'IN_QUEUE'
    constraint shipment_sales_requests_status_known check (status in ('IN_QUEUE', 'IN_PROGRESS', 'DONE', 'FATAL')),
  requested_by bigint not null constraint shipment_sales_requests_requested_by_fkey references users,
  requested_at timestamptz not null
);
create index shipment_sales_requests_at on shipment_sales_requests (requested_at, id);
create index shipment_sales_requests_requested_by_at on shipment_sales_requests (requested_by, requested_at, id);

create table shipment_sales (
  request_id bigint not null constraint shipment_sales_request_fkey references shipment_sales_requests on delete cascade,
  line integer not null,
  shipped_at timestamptz,
  seller_sku text not null,
  fnsku text not null,
  asin text not null,
  quantity integer,
  order_id text not null,
  currency text not null,
  item_price numeric(12, 2),
  primary key (request_id, line)
);
create index shipment_sales_seller_sku on shipment_sales (seller_sku);

-- Fees that were looked up on the public page, by ASIN.
create table fee_lookups (
  asin text primary key,
  title text,
  image_url text,
  -- the price that was asked for, and whether the product is sold at that price
  price numeric(12, 2) not null,
  is_price_known boolean not null,
  -- null when the marketplace has no answer
  fulfilment numeric(12, 2),
  referral numeric(12, 2),
  read_at timestamptz not null,
  constraint fee_lookups_complete check (num_nulls(fulfilment, referral) in (0, 2))
);
