-- What is in stock, and how it came to be so. Only the stock ledger's repository writes here.
create table locations (
  id integer generated always as identity primary key,
  code text not null constraint locations_code_shape check (code ~ '^\S(.{0,30}\S)?$'),
  kind text not null default 'SHELF' constraint locations_kind_known check (kind in ('SHELF', 'RECEIVING', 'QUARANTINE')),
  zone text constraint locations_zone_length check (length(zone) between 1 and 30),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  name text constraint locations_name_length check (length(name) between 1 and 60),
  capacity integer constraint locations_capacity_positive check (capacity > 0),
  -- What lies in a place whose stock is not for sale is in quarantine; so it can change only while the place is empty.
  sellable boolean not null default true,
  constraint locations_quarantine_not_sellable check (kind <> 'QUARANTINE' or not sellable)
);
create unique index locations_code_key on locations (upper(code));
create index locations_code_start on locations (upper(code) text_pattern_ops);
create index locations_name_start on locations (upper(name) text_pattern_ops) where name is not null;

-- One row, one physical item. It is never deleted; its status says what became of it.
create table units (
  id bigint generated always as identity primary key,
  -- null while the catalogue does not know the code it was scanned under
  listing_id bigint constraint units_listing_fkey references listings,
  -- the listing's FNSKU, else the code that was scanned
  identifier text not null,
  -- where it is, or where it last was
  location_id integer not null constraint units_location_fkey references locations,
  status text not null
    constraint units_status_known check (status in ('AVAILABLE', 'SALE_PENDING', 'QUARANTINE', 'SHIPPED', 'REMOVED')),
  source text not null constraint units_source_known check (source in ('SCAN', 'RETURN', 'PO', 'COUNT')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  notes text constraint units_notes_length check (length(notes) between 1 and 500),
  -- What a unit cost; where that is unknown, what its product costs.
  cost numeric(12, 2) constraint units_cost_not_negative check (cost >= 0)
);
create index units_in_stock_by_location on units (location_id, listing_id, id) where status in ('AVAILABLE', 'SALE_PENDING', 'QUARANTINE');
create index units_in_stock_by_listing on units (listing_id, id) where status in ('AVAILABLE', 'SALE_PENDING', 'QUARANTINE');
-- Codes that the catalogue does not know are found by themselves.
create index units_without_listing on units (upper(identifier), id) where listing_id is null;
create index units_promised on units (id) where status = 'SALE_PENDING';

-- The ledger. Append-only: a correction is an opposite movement, and replaying it gives the stock.
create table stock_movements (
  id bigint generated always as identity primary key,
  unit_id bigint not null constraint stock_movements_unit_fkey references units,
  listing_id bigint constraint stock_movements_listing_fkey references listings,
  type text not null
    constraint stock_movements_type_known check (type in ('ADD', 'LOCATION_CHANGE', 'AUDIT_COUNT', 'REMOVE', 'CONDITION_CHANGE', 'STATUS_CHANGE')),
  -- what it does to the number in stock: a move changes none
  quantity_change smallint not null,
  from_location_id integer constraint stock_movements_from_location_fkey references locations,
  to_location_id integer constraint stock_movements_to_location_fkey references locations,
  before_status text,
  after_status text not null,
  reason_code text,
  note text,
  actor_id bigint constraint stock_movements_actor_fkey references users,
  -- the id that a scanning page gave this scan: what makes a retry count once
  client_scan_id text constraint stock_movements_client_scan_id_key unique,
  -- the movement that this one takes back
  undoes_movement_id bigint
    constraint stock_movements_undoes_key unique
    constraint stock_movements_undoes_fkey references stock_movements,
  created_at timestamptz not null default now(),
  -- A unit in another condition is another listing of its product: it leaves the one and joins the other, where it is.
  from_listing_id bigint constraint stock_movements_from_listing_fkey references listings,
  -- The count whose posting made it. Until now a note said so.
  count_id bigint,
  -- The grade that brought a unit in.
  return_grade_id bigint,
  receipt_id bigint,
  -- A unit that is promised to an order, or not any more, changes its status where it is.
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
-- When a location was last counted: few movements are counts, so this holds those alone.
create index stock_movements_last_counted on stock_movements (to_location_id, created_at) where type = 'AUDIT_COUNT';
create index stock_movements_from_listing_id on stock_movements (from_listing_id, id) where from_listing_id is not null;
-- What moved since a day: the ledger's own order is by id, and its times rise with it.
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
-- What people did with the stock, newest first: behind the thousands of reservations that orders make by themselves it
-- would be far to look.
create index stock_movements_of_people on stock_movements (id) where actor_id is not null and type <> 'STATUS_CHANGE';

-- How many units of a listing are physically in a location. Kept in the transaction of each movement; the row without a
-- listing counts the units that the catalogue does not know yet.
create table stock_counts (
  location_id integer not null constraint stock_counts_location_fkey references locations,
  listing_id bigint constraint stock_counts_listing_fkey references listings,
  on_hand integer not null constraint stock_counts_not_negative check (on_hand >= 0),
  constraint stock_counts_key unique nulls not distinct (location_id, listing_id)
);
create index stock_counts_listing_id on stock_counts (listing_id);

-- How many units are physically in a location: the sum of its stock_counts, kept in the same transactions, so that the
-- report reads one row per location however many listings and units there are.
create table location_counts (
  location_id integer primary key constraint location_counts_location_fkey references locations,
  on_hand integer not null constraint location_counts_not_negative check (on_hand >= 0),
  -- How many different listings a location holds, kept like its number of units.
  listings integer not null default 0 constraint location_counts_listings_not_negative check (listings >= 0)
);

-- One row per listing, made with it. Kept in the statement or transaction of each movement, always after the locations'
-- counts and in the order of listing ids, so that the list of all stock can be sorted by an index.
create table listing_counts (
  listing_id bigint primary key constraint listing_counts_listing_fkey references listings,
  on_hand integer not null default 0,
  pending integer not null default 0 constraint listing_counts_pending_not_negative check (pending >= 0),
  quarantine integer not null default 0 constraint listing_counts_quarantine_not_negative check (quarantine >= 0),
  available integer not null generated always as (on_hand - pending - quarantine) stored,
  -- When each listing was last counted, kept by whoever counts: what is long due is found without looking at every
  -- movement.
  last_counted_at timestamptz,
  constraint listing_counts_available_not_negative check (on_hand - pending - quarantine >= 0)
);
create index listing_counts_on_hand on listing_counts (on_hand, listing_id);
create index listing_counts_last_counted on listing_counts (last_counted_at nulls first) where on_hand > 0;

-- Auditing a shelf: which of its units somebody has had in the hand in this round.
create table audit_rounds (
  -- made by the page when the shelf is chosen, so that a scan needs no call before it
  id text primary key constraint audit_rounds_id_length check (length(id) between 8 and 64),
  location_id integer not null constraint audit_rounds_location_fkey references locations,
  started_by bigint not null constraint audit_rounds_started_by_fkey references users,
  started_at timestamptz not null default now()
);
create index audit_rounds_location_id on audit_rounds (location_id, started_at);
create index audit_rounds_started_by on audit_rounds (started_by);

-- A unit counts once in a round; the movement says what the scan did: confirmed, added or moved it.
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

-- Scans of an audit that counted nothing: sent twice, not to be matched, or refused. People look for them in the
-- history.
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

-- The shelves A-1 to G-8, and the two places where stock waits.
insert into locations (code, kind, zone)
select aisle || '-' || bay, 'SHELF', aisle
from unnest(array['A', 'B', 'C', 'D', 'E', 'F', 'G']) with ordinality as aisles (aisle, nth), generate_series(1, 8) as bay
order by nth, bay;
insert into locations (code, kind, sellable) values ('RECEIVING', 'RECEIVING', true), ('QUARANTINE', 'QUARANTINE', false);
insert into location_counts (location_id, on_hand) select id, 0 from locations order by id;
