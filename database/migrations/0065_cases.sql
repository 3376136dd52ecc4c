-- Cases: what the marketplace owes for returned units, from the photos that prove it to the money.

-- How long a claim may be made, by marketplace and kind of claim; in days from the day on which its clock starts.
create table claim_windows (
  marketplace_id text not null,
  claim_type text not null constraint claim_windows_type_known
    check (claim_type in ('REMOVAL_LOST', 'REMOVAL_OTHER', 'FC_OPERATIONS', 'CUSTOMER_RETURN')),
  opens_after_days integer not null constraint claim_windows_opens check (opens_after_days between 0 and 730),
  closes_after_days integer not null constraint claim_windows_closes check (closes_after_days between 1 and 730),
  constraint claim_windows_pkey primary key (marketplace_id, claim_type),
  constraint claim_windows_order check (opens_after_days < closes_after_days)
);
-- The default stands for every marketplace that has no row of its own.
insert into claim_windows (marketplace_id, claim_type, opens_after_days, closes_after_days) values
  ('DEFAULT', 'REMOVAL_LOST', 15, 75), ('DEFAULT', 'REMOVAL_OTHER', 0, 60), ('DEFAULT', 'FC_OPERATIONS', 0, 60), ('DEFAULT', 'CUSTOMER_RETURN', 60, 120);

create table return_cases (
  id bigint generated always as identity primary key,
  -- the decision about the units that opened it
  grade_id bigint not null constraint return_cases_grade_fkey references return_grades,
  status text not null default 'Pending Case Creation' constraint return_cases_status_known check (status in
    ('Need additional photos', 'Pending Case Creation', 'Working', 'Resolved-Inventory or Refund Processed', 'Concluded - No Credit')),
  -- the list's order: what waits for somebody comes first
  status_rank smallint not null generated always as (case status when 'Need additional photos' then 1 when 'Pending Case Creation' then 2
    when 'Working' then 3 when 'Resolved-Inventory or Refund Processed' then 4 else 5 end) stored,
  quantity integer not null constraint return_cases_quantity check (quantity between 1 and 99999),
  photo_count integer not null default 0 constraint return_cases_photo_count check (photo_count >= 0),
  problem_description text,
  -- what was known of the line when the case was opened
  order_id text not null,
  seller_sku text not null,
  fnsku text not null,
  asin text,
  item_name text,
  marketplace_disposition text not null,
  tracking_number text not null,
  shipped_quantity integer not null,
  graded_count integer not null,
  -- what people enter of the marketplace's side, as they enter it
  lpn text,
  removal_order_id text,
  amazon_case_id text,
  reimbursement_id text,
  amazon_reimbursement_amount text,
  -- the claim and its clock
  marketplace_id text not null,
  claim_type text not null default 'REMOVAL_OTHER' constraint return_cases_claim_type_known
    check (claim_type in ('REMOVAL_LOST', 'REMOVAL_OTHER', 'FC_OPERATIONS', 'CUSTOMER_RETURN')),
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
  -- what a search looks through, in small letters
  words text not null generated always as (lower(coalesce(lpn, '') || ' ' || order_id || ' ' || coalesce(removal_order_id, '') || ' ' || coalesce(amazon_case_id, '')
    || ' ' || coalesce(reimbursement_id, '') || ' ' || tracking_number || ' ' || seller_sku || ' ' || fnsku || ' ' || coalesce(asin, ''))) stored
);
create unique index return_cases_grade_key on return_cases (grade_id);
create index return_cases_order on return_cases (status_rank, id desc);
-- Cases at risk: open, and no claim made yet.
create index return_cases_due on return_cases (due_on, id) where status_rank <= 3 and filed_at is null;
create index return_cases_words on return_cases using gin (words gin_trgm_ops);
create index return_cases_amazon_case_id on return_cases (amazon_case_id) where amazon_case_id <> '';
create index return_cases_fnsku on return_cases (upper(fnsku));
create index return_cases_owner_id on return_cases (owner_id);
create index return_cases_created_by on return_cases (created_by);

-- How many cases there are: counting a hundred thousand takes longer than showing a page of them.
create table case_totals (
  status text primary key,
  cases integer not null constraint case_totals_not_negative check (cases >= 0)
);
insert into case_totals (status, cases) values ('Need additional photos', 0), ('Pending Case Creation', 0), ('Working', 0),
  ('Resolved-Inventory or Refund Processed', 0), ('Concluded - No Credit', 0);
create function count_new_cases() returns trigger language plpgsql as $$
begin
  update case_totals t set cases = t.cases + a.cases from (select status, count(*)::int as cases from added group by status) a where t.status = a.status;
  return null;
end $$;
create trigger return_cases_counted after insert on return_cases referencing new table as added for each statement execute function count_new_cases();
create function recount_cases() returns trigger language plpgsql as $$
begin
  if not exists (select from before_change b join after_change a using (id) where a.status <> b.status) then return null; end if;
  -- In one order, so that two changes never wait for each other.
  perform 1 from case_totals order by status for update;
  update case_totals t set cases = t.cases + d.change
  from (select status, sum(change)::int as change from (
    select status, 1 as change from after_change union all select status, -1 from before_change) c group by status) d
  where t.status = d.status and d.change <> 0;
  return null;
end $$;
create trigger return_cases_recounted after update on return_cases referencing old table as before_change new table as after_change
  for each statement execute function recount_cases();

-- A link to the page where a phone uploads photos of one case. The token itself is never stored.
create table case_upload_links (
  id bigint generated always as identity primary key,
  case_id bigint not null constraint case_upload_links_case_fkey references return_cases,
  -- sha-256 of the token
  token_hash bytea not null constraint case_upload_links_token_key unique,
  -- sha-256 of what the first phone that opened it was given
  device_hash bytea,
  -- the sections that it asks for; null for all of them
  sections text[],
  created_by bigint not null constraint case_upload_links_created_by_fkey references users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  finished_at timestamptz
);
create index case_upload_links_case_id on case_upload_links (case_id);
create index case_upload_links_created_by on case_upload_links (created_by);

-- A photo of a case. Its files lie in the data directory under names that the server made; they are there before the row is.
create table case_photos (
  id bigint generated always as identity primary key,
  case_id bigint not null constraint case_photos_case_fkey references return_cases,
  section text not null,
  filename text not null,
  original_filename text not null,
  -- the id that the phone gave it: what makes sending it twice harmless
  client_photo_id text not null,
  -- sha-256 of what was sent, and of what is kept
  original_sha256 bytea not null,
  sha256 bytea not null,
  bytes integer not null,
  width integer not null,
  height integer not null,
  -- as its camera says, without a zone
  taken_at timestamp,
  -- who sent it: a phone by its link, or a person at a desk
  link_id bigint constraint case_photos_link_fkey references case_upload_links,
  uploaded_by bigint constraint case_photos_uploaded_by_fkey references users,
  uploaded_at timestamptz not null,
  deleted_at timestamptz,
  -- of a deleted one: nothing is left in the data directory
  files_gone boolean not null default false,
  constraint case_photos_client_key unique (case_id, client_photo_id),
  constraint case_photos_filename_key unique (case_id, filename)
);
create index case_photos_of_case on case_photos (case_id, id) where deleted_at is null;
-- The same picture is kept once in a section.
create unique index case_photos_once on case_photos (case_id, section, original_sha256) where deleted_at is null;
create index case_photos_with_files_left on case_photos (id) where deleted_at is not null and not files_gone;
create index case_photos_link_id on case_photos (link_id);
create index case_photos_uploaded_by on case_photos (uploaded_by) where uploaded_by is not null;

-- Photos that have arrived in part. The file is written up to `received`; what lies behind it is sent again.
create table case_partial_photos (
  case_id bigint not null constraint case_partial_photos_case_fkey references return_cases,
  client_photo_id text not null,
  link_id bigint not null constraint case_partial_photos_link_fkey references case_upload_links,
  section text not null,
  original_filename text not null,
  -- under which the part lies in the data directory
  filename text not null,
  size integer not null,
  received integer not null default 0,
  -- what the whole must hash to, where the phone can say it
  sha256 bytea,
  taken_at timestamp,
  updated_at timestamptz not null,
  constraint case_partial_photos_pkey primary key (case_id, client_photo_id),
  constraint case_partial_photos_received check (received between 0 and size)
);
create index case_partial_photos_link_id on case_partial_photos (link_id);
create index case_partial_photos_updated_at on case_partial_photos (updated_at);

-- Required photos that could not be taken, and why.
create table case_missing_shots (
  case_id bigint not null constraint case_missing_shots_case_fkey references return_cases,
  section text not null,
  reason text not null,
  created_at timestamptz not null,
  constraint case_missing_shots_pkey primary key (case_id, section)
);

-- Who did what to a case, append-only.
create table case_events (
  id bigint generated always as identity primary key,
  case_id bigint not null constraint case_events_case_fkey references return_cases,
  kind text not null,
  -- in words, as it is shown
  detail text not null,
  -- null for a phone or a job
  actor_id bigint constraint case_events_actor_fkey references users,
  created_at timestamptz not null
);
create index case_events_case_id on case_events (case_id, id);
create index case_events_actor_id on case_events (actor_id);
create function forbid_case_event_change() returns trigger language plpgsql as $$
begin
  raise exception 'case_events is append-only';
end $$;
create trigger case_events_append_only before update or delete on case_events for each row execute function forbid_case_event_change();
create trigger case_events_no_truncate before truncate on case_events for each statement execute function forbid_case_event_change();

-- What the marketplace paid and may have paid for a case; a person decides.
create table case_reimbursements (
  id bigint generated always as identity primary key,
  case_id bigint not null constraint case_reimbursements_case_fkey references return_cases,
  reimbursement_row_id bigint not null constraint case_reimbursements_reimbursement_fkey references reimbursements,
  matched_by text not null constraint case_reimbursements_matched_by_known check (matched_by in ('CASE_ID', 'FNSKU_AND_DATE')),
  state text not null default 'PROPOSED' constraint case_reimbursements_state_known check (state in ('PROPOSED', 'ACCEPTED', 'DISMISSED')),
  proposed_at timestamptz not null,
  decided_by bigint constraint case_reimbursements_decided_by_fkey references users,
  decided_at timestamptz,
  constraint case_reimbursements_key unique (case_id, reimbursement_row_id)
);
create index case_reimbursements_row on case_reimbursements (reimbursement_row_id);
create index case_reimbursements_decided_by on case_reimbursements (decided_by) where decided_by is not null;
-- Money is paid once: one case has it, or is offered it.
create unique index case_reimbursements_taken on case_reimbursements (reimbursement_row_id) where state <> 'DISMISSED';
