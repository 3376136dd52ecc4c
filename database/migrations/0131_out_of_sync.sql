-- The listings that are out of sync, and what is to be compared again. The first check creates the row of out_of_sync_state, and compares
-- all listings in batches.

-- Without foreign keys, whose checks would lock listings: a deleted listing is compared again like a changed one, and leaves.
create table out_of_sync_listings (
  listing_id bigint constraint out_of_sync_listings_pkey primary key
);

-- Listings whose wanted or shown quantity may have changed for a cause that is no movement of the ledger; a row with neither ids nor SKUs
-- means all listings. A row per cause and no unique key, so that a cause whose transaction is still open is not lost.
create table out_of_sync_checks (
  id bigint generated always as identity constraint out_of_sync_checks_pkey primary key,
  listing_ids bigint[],
  skus text[],
  size integer not null generated always as (coalesce(cardinality(listing_ids), 0) + coalesce(cardinality(skus), 0)) stored
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

create table out_of_sync_state (
  is_only boolean constraint out_of_sync_state_pkey primary key default true constraint out_of_sync_state_one_row check (is_only),
  -- The number of rows of out_of_sync_listings.
  listings bigint not null default 0,
  -- The last number that was complete, and when.
  complete_listings bigint,
  complete_at timestamptz,
  -- Every change by a movement up to done_id is compared. Movements up to seen_id were numbered at seen_at; some of them may have been
  -- uncommitted.
  done_id bigint not null,
  seen_id bigint not null,
  seen_at timestamptz not null,
  -- The last listing that a comparison of all has reached; null without one.
  all_after bigint default 0,
  -- The last listing that the repair has reached.
  repaired_after bigint not null default 0
);
