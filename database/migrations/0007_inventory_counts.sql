-- A count of some locations, from its start to the posting of its differences.
create table count_sessions (
  id bigint generated always as identity primary key,
  state text not null default 'OPEN'
    constraint count_sessions_state_known check (state in ('OPEN', 'COUNTING', 'SUBMITTED', 'RECOUNT', 'REVIEW', 'POSTED', 'CANCELED')),
  -- the person who counts doesn't see the expected numbers
  is_blind boolean not null,
  -- 1, and one more for each recount
  round smallint not null default 1,
  assignee_id bigint constraint count_sessions_assignee_fkey references users,
  due_on date,
  started_by bigint not null constraint count_sessions_started_by_fkey references users,
  created_at timestamptz not null default now(),
  closed_by bigint constraint count_sessions_closed_by_fkey references users,
  closed_at timestamptz,
  -- who is counting now, on which device, and when that was last confirmed
  holder_id bigint constraint count_sessions_holder_fkey references users,
  holder_device text,
  held_at timestamptz,
  -- the result, stored when the count is posted
  counted_lines integer,
  equal_lines integer,
  constraint count_sessions_closed check ((closed_at is null) = (state not in ('POSTED', 'CANCELED'))),
  constraint count_sessions_result check ((counted_lines is null) = (state <> 'POSTED') and (equal_lines is null) = (state <> 'POSTED')),
  constraint count_sessions_holder check ((holder_id is null) = (held_at is null) and (holder_id is null) = (holder_device is null))
);
create index count_sessions_state on count_sessions (state, id);
create index count_sessions_assignee_id on count_sessions (assignee_id, id) where assignee_id is not null;
create index count_sessions_started_by on count_sessions (started_by);
create index count_sessions_closed_by on count_sessions (closed_by) where closed_by is not null;
create index count_sessions_holder_id on count_sessions (holder_id) where holder_id is not null;
create index count_sessions_posted on count_sessions (closed_at) where state = 'POSTED';
alter table stock_movements add constraint stock_movements_count_fkey foreign key (count_id) references count_sessions;

create table count_session_locations (
  count_id bigint not null constraint count_session_locations_count_fkey references count_sessions,
  location_id integer not null constraint count_session_locations_location_fkey references locations,
  is_open boolean not null default true,
  primary key (count_id, location_id)
);
-- One open count per location, because two would both correct the same difference.
create unique index count_session_locations_open_key on count_session_locations (location_id) where is_open;
create index count_session_locations_location_id on count_session_locations (location_id, count_id);

-- The count of one listing, or one unknown code, in one location.
create table count_lines (
  id bigint generated always as identity primary key,
  count_id bigint not null,
  location_id integer not null,
  listing_id bigint constraint count_lines_listing_fkey references listings,
  identifier text not null,
  -- the ledger's number when the count started
  expected integer not null constraint count_lines_expected_not_negative check (expected >= 0),
  -- null until counted in the current round
  counted integer constraint count_lines_counted_not_negative check (counted >= 0),
  -- the ledger's number when the line was last counted; the difference is against this
  booked integer constraint count_lines_booked_not_negative check (booked >= 0),
  counted_before integer,
  -- the round in which to count it; a recount covers only the lines that differ
  round smallint not null default 1,
  root_cause text
    constraint count_lines_root_cause_known check (root_cause in ('MISSING_TRANSACTION', 'MISCOUNTED', 'FOUND', 'LOST', 'DAMAGED', 'MISPLACED')),
  -- for misplaced units: the location where the ledger has them
  other_location_id integer constraint count_lines_other_location_fkey references locations,
  -- the ledger's number when a person reviewed the line and accepted its difference
  reviewed_on_hand integer,
  constraint count_lines_place_fkey foreign key (count_id, location_id) references count_session_locations,
  constraint count_lines_counted_against check ((counted is null) = (booked is null))
);
create unique index count_lines_listing_key on count_lines (count_id, location_id, listing_id) where listing_id is not null;
create unique index count_lines_code_key on count_lines (count_id, location_id, upper(identifier)) where listing_id is null;
create index count_lines_place on count_lines (count_id, location_id, id);
create index count_lines_listing_id on count_lines (listing_id) where listing_id is not null;
create index count_lines_other_location_id on count_lines (other_location_id) where other_location_id is not null;

-- Every scan and every entered number, under the page's id: a retry with the same id counts once.
create table count_entries (
  client_id text primary key constraint count_entries_client_id_length check (length(client_id) between 8 and 64),
  line_id bigint not null constraint count_entries_line_fkey references count_lines,
  count_id bigint not null constraint count_entries_count_fkey references count_sessions,
  round smallint not null,
  kind text not null constraint count_entries_kind_known check (kind in ('SCAN', 'NUMBER')),
  -- 1 for a scan, or the entered number
  quantity integer not null,
  actor_id bigint not null constraint count_entries_actor_fkey references users,
  created_at timestamptz not null default now()
);
create index count_entries_line_id on count_entries (line_id);
create index count_entries_counters on count_entries (count_id, round, actor_id);
create index count_entries_actor_id on count_entries (actor_id);
