-- Places that hold stock. Only the stock ledger's repositories write the tables of this file.
create table locations (
  id integer generated always as identity primary key,
  code text not null constraint locations_code_shape check (code ~ '^\S(.{0,30}\S)?$'),
  kind text not null default 'SHELF' constraint locations_kind_known check (kind in ('SHELF', 'RECEIVING', 'QUARANTINE')),
  zone text constraint locations_zone_length check (length(zone) between 1 and 30),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  name text constraint locations_name_length check (length(name) between 1 and 60),
  capacity integer constraint locations_capacity_positive check (capacity > 0),
  -- Units in a location that isn't sellable are in quarantine, so this changes only while the location is empty.
  sellable boolean not null default true,
  constraint locations_quarantine_not_sellable check (kind <> 'QUARANTINE' or not sellable)
);
create unique index locations_code_key on locations (upper(code));
create index locations_code_start on locations (upper(code) text_pattern_ops);
create index locations_name_start on locations (upper(name) text_pattern_ops) where name is not null;

-- One row is one physical item. Rows are never deleted; the status says what became of the item.
create table units (
  id bigint generated always as identity primary key,
  -- null while the catalog doesn't know the scanned code
  listing_id bigint constraint units_listing_fkey references listings,
  -- the listing's FNSKU, or the scanned code
  identifier text not null,
  -- the current location, or the last one
  location_id integer not null constraint units_location_fkey references locations,
  status text not null
    constraint units_status_known check (status in ('AVAILABLE', 'SALE_PENDING', 'QUARANTINE', 'SHIPPED', 'REMOVED')),
  source text not null constraint units_source_known check (source in ('SCAN', 'RETURN', 'PO', 'COUNT')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  notes text constraint units_notes_length check (length(notes) between 1 and 500),
  -- The unit's own cost. Null: the product's cost applies.
  cost numeric(12, 2) constraint units_cost_not_negative check (cost >= 0)
);
create index units_in_stock_by_location on units (location_id, listing_id, id) where status in ('AVAILABLE', 'SALE_PENDING', 'QUARANTINE');
create index units_in_stock_by_listing on units (listing_id, id) where status in ('AVAILABLE', 'SALE_PENDING', 'QUARANTINE');
-- Finds units whose code the catalog doesn't know.
create index units_without_listing on units (upper(identifier), id) where listing_id is null;
create index units_reserved on units (id) where status = 'SALE_PENDING';

-- The ledger. Append-only: a correction is an opposite movement, and replaying the ledger gives the stock.
create table stock_movements (
  id bigint generated always as identity primary key,
  unit_id bigint not null constraint stock_movements_unit_fkey references units,
  listing_id bigint constraint stock_movements_listing_fkey references listings,
  type text not null
    constraint stock_movements_type_known check (type in ('ADD', 'LOCATION_CHANGE', 'AUDIT_COUNT', 'REMOVE', 'CONDITION_CHANGE', 'STATUS_CHANGE')),
  -- the change of the number in stock; 0 for a move
  quantity_change smallint not null,
  from_location_id integer constraint stock_movements_from_location_fkey references locations,
  to_location_id integer constraint stock_movements_to_location_fkey references locations,
  before_status text,
  after_status text not null,
  reason_code text,
  note text,
  actor_id bigint constraint stock_movements_actor_fkey references users,
  -- the page's id for this scan: a retry with the same id counts once
  client_scan_id text constraint stock_movements_client_scan_id_key unique,
  -- the movement that this one reverses
  undoes_movement_id bigint
    constraint stock_movements_undoes_key unique
    constraint stock_movements_undoes_fkey references stock_movements,
  created_at timestamptz not null default now(),
  -- Set when a unit changes its condition: it leaves this listing of its product for another, in the same location.
  from_listing_id bigint constraint stock_movements_from_listing_fkey references listings,
  -- The count whose posting made this movement.
  count_id bigint,
  -- The returned-unit decision that brought the unit in.
  return_grade_id bigint,
  receipt_id bigint,
  -- The order that reserved, released or shipped the unit.
  order_id text,
  constraint stock_movements_shape check (
    case type
      when 'ADD' then quantity_change = 1 and from_location_id is null and to_location_id is not null
      when 'REMOVE' then quantity_change = -1 and from_location_id is not null and to_location_id is null
      when 'LOCATION_CHANGE' then quantity_change = 0 and from_location_id <> to_location_id
      else quantity_change = 0 and from_location_id = to_location_id
    end
    and (type = 'CONDITION_CHANGE') = (from_listing_id is not null)
    and (from_listing_id is null or (listing_id is not null and from_listing_id <> listing_id))
  ),
  constraint stock_movements_status_change check (type <> 'STATUS_CHANGE' or before_status <> after_status)
);
create index stock_movements_unit_id on stock_movements (unit_id, id);
create index stock_movements_from_location_id on stock_movements (from_location_id, id) where from_location_id is not null;
create index stock_movements_to_location_id on stock_movements (to_location_id, id) where to_location_id is not null;
create index stock_movements_actor_id on stock_movements (actor_id, id);
-- Serves the date of a location's last count. Few movements are counts, so the index is small.
create index stock_movements_last_counted on stock_movements (to_location_id, created_at) where type = 'AUDIT_COUNT';
create index stock_movements_from_listing_id on stock_movements (from_listing_id, id) where from_listing_id is not null;
-- Serves ranges of time; ids and times rise together, so a BRIN index is enough.
create index stock_movements_created_at on stock_movements using brin (created_at) with (pages_per_range = 32);
create index stock_movements_count_id on stock_movements (count_id) where count_id is not null;
create index stock_movements_listing_id on stock_movements (listing_id, id) include (quantity_change);
create index stock_movements_relisted on stock_movements (listing_id, id) where from_listing_id is not null;
create index stock_movements_return_grade_id on stock_movements (return_grade_id) where return_grade_id is not null;
create index stock_movements_receipt_id on stock_movements (receipt_id) where receipt_id is not null;
create index stock_movements_order_id on stock_movements (order_id) where order_id is not null;
create index stock_movements_at on stock_movements (created_at, id);
create index stock_movements_actor_at on stock_movements (actor_id, created_at, id);
create index stock_movements_type_at on stock_movements (type, created_at, id);
-- Serves the stock history of people, newest first, without reading the thousands of reservations that orders make.
create index stock_movements_of_people on stock_movements (id) where actor_id is not null and type <> 'STATUS_CHANGE';

-- Units of a listing in a location, updated in the transaction of each movement. The row without a listing counts units that the catalog
-- doesn't know.
create table stock_counts (
  location_id integer not null constraint stock_counts_location_fkey references locations,
  listing_id bigint constraint stock_counts_listing_fkey references listings,
  on_hand integer not null constraint stock_counts_not_negative check (on_hand >= 0),
  constraint stock_counts_key unique nulls not distinct (location_id, listing_id)
);
create index stock_counts_listing_id on stock_counts (listing_id);

-- The sum of a location's stock_counts, updated in the same transactions, so that the report reads one row per location.
create table location_counts (
  location_id integer primary key constraint location_counts_location_fkey references locations,
  on_hand integer not null constraint location_counts_not_negative check (on_hand >= 0),
  -- Different listings in the location, updated like on_hand.
  listings integer not null default 0 constraint location_counts_listings_not_negative check (listings >= 0)
);

-- One row per listing, created with it. Updated with each movement, always after the locations' counts and in the order of listing ids, so
-- that two movements can't deadlock. An index sorts the list of all stock by it.
create table listing_counts (
  listing_id bigint primary key constraint listing_counts_listing_fkey references listings,
  on_hand integer not null default 0,
  pending integer not null default 0 constraint listing_counts_pending_not_negative check (pending >= 0),
  quarantine integer not null default 0 constraint listing_counts_quarantine_not_negative check (quarantine >= 0),
  available integer not null generated always as (on_hand - pending - quarantine) stored,
  -- Updated by every count, so that overdue listings are found without reading the ledger.
  last_counted_at timestamptz,
  constraint listing_counts_available_not_negative check (on_hand - pending - quarantine >= 0)
);
create index listing_counts_on_hand on listing_counts (on_hand, listing_id);
create index listing_counts_last_counted on listing_counts (last_counted_at nulls first) where on_hand > 0;

-- One round of auditing a shelf: which of its units a person has scanned.
create table audit_rounds (
  -- made by the page, so that the first scan needs no call before it
  id text primary key constraint audit_rounds_id_length check (length(id) between 8 and 64),
  location_id integer not null constraint audit_rounds_location_fkey references locations,
  started_by bigint not null constraint audit_rounds_started_by_fkey references users,
  started_at timestamptz not null default now()
);
create index audit_rounds_location_id on audit_rounds (location_id, started_at);
create index audit_rounds_started_by on audit_rounds (started_by);

-- A unit counts once in a round. The movement shows what the scan did: it confirmed, added or moved the unit.
create table audit_marks (
  round_id text not null constraint audit_marks_round_fkey references audit_rounds,
  unit_id bigint not null constraint audit_marks_unit_fkey references units,
  movement_id bigint not null
    constraint audit_marks_movement_key unique
    constraint audit_marks_movement_fkey references stock_movements,
  scanned_code text not null,
  primary key (round_id, unit_id)
);
create index audit_marks_unit_id on audit_marks (unit_id);

-- Audit scans that counted nothing: duplicates, unknown codes and errors, for the history.
create table audit_misses (
  id bigint generated always as identity primary key,
  client_scan_id text not null,
  result text not null constraint audit_misses_result_known check (result in ('DUPLICATE', 'UNMATCHED', 'ERROR')),
  scanned_code text not null,
  -- null when the location doesn't exist
  location_id integer constraint audit_misses_location_fkey references locations,
  message text not null,
  actor_id bigint not null constraint audit_misses_actor_fkey references users,
  created_at timestamptz not null default now(),
  -- a page repeats a scan until it has an answer
  constraint audit_misses_key unique (client_scan_id, result)
);
create index audit_misses_location_id on audit_misses (location_id);
create index audit_misses_actor_id on audit_misses (actor_id);

-- The shelves A-1 to G-8, the receiving area and the quarantine area.
insert into locations (code, kind, zone)
select aisle || '-' || bay, 'SHELF', aisle
from unnest(array['A', 'B', 'C', 'D', 'E', 'F', 'G']) with ordinality as aisles (aisle, nth), generate_series(1, 8) as bay
order by nth, bay;
insert into locations (code, kind, sellable) values ('RECEIVING', 'RECEIVING', true), ('QUARANTINE', 'QUARANTINE', false);
insert into location_counts (location_id, on_hand) select id, 0 from locations order by id;
