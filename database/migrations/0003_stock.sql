-- What is in stock, and how it came to be so. Only the stock ledger's repository writes here.

create table locations (
  id integer generated always as identity primary key,
  code text not null constraint locations_code_shape check (code ~ '^\S(.{0,30}\S)?$'),
  kind text not null default 'SHELF' constraint locations_kind_known check (kind in ('SHELF', 'RECEIVING', 'QUARANTINE')),
  zone text,
  active boolean not null default true,
  created_at timestamptz not null default now()
);
create unique index locations_code_key on locations (upper(code));

-- One row, one physical item. It is never deleted; its status says what became of it.
create table units (
  id bigint generated always as identity primary key,
  -- null while the catalogue does not know the code it was scanned under
  listing_id bigint constraint units_listing_fkey references listings,
  -- the listing's FNSKU, else the code that was scanned
  identifier text not null,
  -- where it is, or where it last was
  location_id integer not null constraint units_location_fkey references locations,
  status text not null constraint units_status_known
    check (status in ('AVAILABLE', 'SALE_PENDING', 'QUARANTINE', 'SHIPPED', 'REMOVED')),
  source text not null constraint units_source_known check (source in ('SCAN', 'RETURN', 'PO', 'COUNT')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index units_location_id on units (location_id, listing_id);
create index units_listing_id on units (listing_id, status);

-- The ledger. Append-only: a correction is an opposite movement, and replaying it gives the stock.
create table stock_movements (
  id bigint generated always as identity primary key,
  unit_id bigint not null constraint stock_movements_unit_fkey references units,
  listing_id bigint constraint stock_movements_listing_fkey references listings,
  type text not null constraint stock_movements_type_known
    check (type in ('ADD', 'LOCATION_CHANGE', 'AUDIT_COUNT', 'REMOVE')),
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
  undoes_movement_id bigint constraint stock_movements_undoes_key unique
    constraint stock_movements_undoes_fkey references stock_movements,
  created_at timestamptz not null default now(),
  constraint stock_movements_shape check (
    case type
      when 'ADD' then quantity_change = 1 and from_location_id is null and to_location_id is not null
      when 'REMOVE' then quantity_change = -1 and from_location_id is not null and to_location_id is null
      when 'LOCATION_CHANGE' then quantity_change = 0 and from_location_id <> to_location_id
      else quantity_change = 0 and from_location_id = to_location_id
    end
  )
);
create index stock_movements_unit_id on stock_movements (unit_id, id);
create index stock_movements_listing_id on stock_movements (listing_id, id);
create index stock_movements_from_location_id on stock_movements (from_location_id, id) where from_location_id is not null;
create index stock_movements_to_location_id on stock_movements (to_location_id, id) where to_location_id is not null;
create index stock_movements_actor_id on stock_movements (actor_id, id);

create function forbid_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'stock_movements is append-only: record an opposite movement instead';
end $$;
create trigger stock_movements_append_only before update or delete on stock_movements
  for each row execute function forbid_ledger_change();
create trigger stock_movements_no_truncate before truncate on stock_movements
  for each statement execute function forbid_ledger_change();

-- How many units of a listing are physically in a location. Kept in the transaction of each movement;
-- the row without a listing counts the units that the catalogue does not know yet.
create table stock_counts (
  location_id integer not null constraint stock_counts_location_fkey references locations,
  listing_id bigint constraint stock_counts_listing_fkey references listings,
  on_hand integer not null constraint stock_counts_not_negative check (on_hand >= 0),
  constraint stock_counts_key unique nulls not distinct (location_id, listing_id)
);
create index stock_counts_listing_id on stock_counts (listing_id);

-- The shelves A-1 to G-8, and the two places where stock waits.
insert into locations (code, kind, zone)
select aisle || '-' || bay, 'SHELF', aisle
from unnest(array['A', 'B', 'C', 'D', 'E', 'F', 'G']) with ordinality as aisles (aisle, nth), generate_series(1, 8) as bay
order by nth, bay;
insert into locations (code, kind) values ('RECEIVING', 'RECEIVING'), ('QUARANTINE', 'QUARANTINE');
