-- How long a claim may be made, in days from the start of its clock.
create table claim_windows (
  marketplace_id text not null,
  claim_type text not null
    constraint claim_windows_type_known check (claim_type in ('REMOVAL_LOST', 'REMOVAL_OTHER', 'FC_OPERATIONS', 'CUSTOMER_RETURN')),
  opens_after_days integer not null constraint claim_windows_opens check (opens_after_days between 0 and 730),
  closes_after_days integer not null constraint claim_windows_closes check (closes_after_days between 1 and 730),
  primary key (marketplace_id, claim_type),
  constraint claim_windows_order check (opens_after_days < closes_after_days)
);

-- DEFAULT applies to marketplaces without a row of their own.
insert into claim_windows (marketplace_id, claim_type, opens_after_days, closes_after_days) values
  ('DEFAULT', 'REMOVAL_LOST', 15, 75),
  ('DEFAULT', 'REMOVAL_OTHER', 0, 60),
  ('DEFAULT', 'FC_OPERATIONS', 0, 60),
  ('DEFAULT', 'CUSTOMER_RETURN', 60, 120);

create table return_cases (
  id bigint generated always as identity primary key,
  -- the decision about the returned units that opened it
  grade_id bigint not null constraint return_cases_grade_fkey references return_grades,
  status text not null default 'Pending Case Creation'
    constraint return_cases_status_known check (status in
    ('Need additional photos', 'Pending Case Creation', 'Working', 'Resolved-Inventory or Refund Processed', 'Concluded - No Credit')),
  -- the order of the list: cases that wait for a person come first
  status_rank smallint not null generated always as (case status when 'Need additional photos' then 1 when 'Pending Case Creation' then 2
    when 'Working' then 3 when 'Resolved-Inventory or Refund Processed' then 4 else 5 end) stored,
  quantity integer not null constraint return_cases_quantity check (quantity between 1 and 99999),
  photo_count integer not null default 0 constraint return_cases_photo_count check (photo_count >= 0),
  problem_description text,
  -- a copy of the returned line's data when the case was opened
  order_id text not null,
  seller_sku text not null,
  fnsku text not null,
  asin text,
  item_name text,
  marketplace_disposition text not null,
  tracking_number text not null,
  shipped_quantity integer not null,
  graded_count integer not null,
  -- the marketplace's references, as people entered them
  lpn text,
  removal_order_id text,
  amazon_case_id text,
  reimbursement_id text,
  amazon_reimbursement_amount text,
  -- the claim and its deadlines
  marketplace_id text not null,
  claim_type text not null default 'REMOVAL_OTHER'
    constraint return_cases_claim_type_known check (claim_type in ('REMOVAL_LOST', 'REMOVAL_OTHER', 'FC_OPERATIONS', 'CUSTOMER_RETURN')),
  clock_starts_on date not null,
  opens_on date not null,
  due_on date not null,
  filed_at timestamptz,
  decided_at timestamptz,
  -- null is unknown, never 0
  expected_amount numeric(12, 2),
  paid_amount numeric(12, 2),
  owner_id bigint constraint return_cases_owner_fkey references users,
  created_by bigint constraint return_cases_created_by_fkey references users,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- the text that searches read, in lower case
  words text not null generated always as (lower(coalesce(lpn, '') || ' ' || order_id || ' ' || coalesce(removal_order_id, '') || ' ' || coalesce(amazon_case_id, '')
    || ' ' || coalesce(reimbursement_id, '') || ' ' || tracking_number || ' ' || seller_sku || ' ' || fnsku || ' ' || coalesce(asin, ''))) stored
);
create unique index return_cases_grade_key on return_cases (grade_id);
create index return_cases_order on return_cases (status_rank, id desc);
-- Serves cases at risk: open, without a claim.
create index return_cases_due on return_cases (due_on, id) where status_rank <= 3 and filed_at is null;
create index return_cases_words on return_cases using gin (words gin_trgm_ops);
create index return_cases_amazon_case_id on return_cases (amazon_case_id) where amazon_case_id <> '';
create index return_cases_fnsku on return_cases (upper(fnsku));
create index return_cases_owner_id on return_cases (owner_id);
create index return_cases_created_by on return_cases (created_by);
create index return_cases_tracking_start on return_cases (upper(tracking_number) text_pattern_ops);
create index return_cases_order_start on return_cases (upper(order_id) text_pattern_ops);
create index return_cases_lpn_start on return_cases (upper(lpn) text_pattern_ops) where lpn <> '';
create index return_cases_amazon_case_start on return_cases (upper(amazon_case_id) text_pattern_ops) where amazon_case_id <> '';
create index return_cases_reimbursement_start on return_cases (upper(reimbursement_id) text_pattern_ops) where reimbursement_id <> '';
create index return_cases_seller_sku on return_cases (seller_sku, id);
create index return_cases_paid on return_cases (((coalesce(decided_at, updated_at) at time zone 'UTC')::date)) where paid_amount is not null;

-- Counts of cases, because counting a hundred thousand takes longer than showing a page of them.
create table case_totals (
  status text primary key,
  cases integer not null constraint case_totals_not_negative check (cases >= 0)
);

insert into case_totals (status, cases) values
  ('Need additional photos', 0),
  ('Pending Case Creation', 0),
  ('Working', 0),
  ('Resolved-Inventory or Refund Processed', 0),
  ('Concluded - No Credit', 0);

-- Required photos that couldn't be taken, with the reason.
create table case_missing_shots (
  case_id bigint not null constraint case_missing_shots_case_fkey references return_cases,
  section text not null,
  reason text not null,
  created_at timestamptz not null,
  primary key (case_id, section)
);

-- The history of a case. Append-only.
create table case_events (
  id bigint generated always as identity primary key,
  case_id bigint not null constraint case_events_case_fkey references return_cases,
  kind text not null,
  -- the text that is shown
  detail text not null,
  -- null for a phone or a job
  actor_id bigint constraint case_events_actor_fkey references users,
  created_at timestamptz not null
);
create index case_events_case_id on case_events (case_id, id);
create index case_events_actor_id on case_events (actor_id);
create index case_events_at on case_events (created_at, id);
create index case_events_actor_at on case_events (actor_id, created_at, id);
create index case_events_kind_at on case_events (kind, created_at, id);

-- Payments of the marketplace that match a case, certainly or perhaps; a person decides.
create table case_reimbursements (
  id bigint generated always as identity primary key,
  case_id bigint not null constraint case_reimbursements_case_fkey references return_cases,
  reimbursement_row_id bigint not null constraint case_reimbursements_reimbursement_fkey references reimbursements,
  matched_by text not null constraint case_reimbursements_matched_by_known check (matched_by in ('CASE_ID', 'FNSKU_AND_DATE')),
  state text not null default 'PROPOSED'
    constraint case_reimbursements_state_known check (state in ('PROPOSED', 'ACCEPTED', 'DISMISSED')),
  proposed_at timestamptz not null,
  decided_by bigint constraint case_reimbursements_decided_by_fkey references users,
  decided_at timestamptz,
  constraint case_reimbursements_key unique (case_id, reimbursement_row_id)
);
create index case_reimbursements_row on case_reimbursements (reimbursement_row_id);
create index case_reimbursements_decided_by on case_reimbursements (decided_by) where decided_by is not null;
-- A payment belongs to one case, or is proposed to one.
create unique index case_reimbursements_taken on case_reimbursements (reimbursement_row_id) where state <> 'DISMISSED';

-- Templates of e-mails about cases; placeholders are filled from the case.
create table case_templates (
  template_key text primary key constraint case_templates_key_shape check (template_key ~ '^[a-z0-9-]{1,60}$'),
  template_name text not null constraint case_templates_name_filled check (template_name <> ''),
  subject_template text not null,
  body_template text not null,
  updated_at timestamptz not null default now(),
  updated_by bigint constraint case_templates_updated_by_fkey references users
);
create index case_templates_updated_by on case_templates (updated_by);

insert into case_templates (template_key, template_name, subject_template, body_template) values
  ('wrong-item', 'Wrong item in a removal order', 'Removal order {{REMOVAL_ORDER_ID}}: wrong item received for FNSKU {{FNSKU}}',
   E'Hello,\n\nIn removal order {{REMOVAL_ORDER_ID}} (tracking number {{TRACKING}}) we were sent {{QTY}} unit(s) that are not the listed product.\n\nProduct: {{PRODUCT_NAME}}\nASIN: {{ASIN}}\nFNSKU: {{FNSKU}}\nSKU: {{SELLER_SKU}}\nDisposition: {{AMAZON_DISPOSITION}}\n\nPhotos of the shipping box, the labels and what was inside are attached. Please reimburse these units.\n\nThank you'),
  ('damaged', 'Damaged units in a removal order', 'Removal order {{REMOVAL_ORDER_ID}}: {{QTY}} damaged unit(s) of FNSKU {{FNSKU}}',
   E'Hello,\n\n{{QTY}} unit(s) of removal order {{REMOVAL_ORDER_ID}} (tracking number {{TRACKING}}) arrived damaged.\n\nProduct: {{PRODUCT_NAME}}\nASIN: {{ASIN}}\nFNSKU: {{FNSKU}}\nSKU: {{SELLER_SKU}}\nDisposition: {{AMAZON_DISPOSITION}}\n\nPhotos of the box, the packaging and the damage are attached. Please reimburse these units.\n\nThank you'),
  ('short', 'Units missing from a removal order', 'Removal order {{REMOVAL_ORDER_ID}}: {{QTY}} unit(s) of FNSKU {{FNSKU}} missing',
   E'Hello,\n\nThe box of removal order {{REMOVAL_ORDER_ID}} (tracking number {{TRACKING}}) was {{QTY}} unit(s) short.\n\nProduct: {{PRODUCT_NAME}}\nASIN: {{ASIN}}\nFNSKU: {{FNSKU}}\nSKU: {{SELLER_SKU}}\nDisposition: {{AMAZON_DISPOSITION}}\n\nPhotos of the box with its label, the packing slip and what was inside are attached. Please reimburse these units.\n\nThank you');
