import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { inStock } from '../units/in-stock.condition.ts';

/** Columns of units and of their movements, oldest first, for loading a whole stock at once. */
export interface StockColumns {
  readonly units: {
    readonly id: readonly number[];
    readonly listingId: readonly (number | null)[];
    readonly identifier: readonly string[];
    readonly locationId: readonly number[];
    readonly status: readonly string[];
    readonly source: readonly string[];
    readonly createdAt: readonly Date[];
    readonly updatedAt: readonly Date[];
  };
  readonly movements: {
    readonly unitId: readonly number[];
    readonly type: readonly string[];
    readonly fromLocationId: readonly (number | null)[];
    readonly toLocationId: readonly (number | null)[];
    readonly afterStatus: readonly string[];
    readonly actorId: readonly number[];
    readonly createdAt: readonly Date[];
  };
}

/** Loads stock with its movements into empty tables; the totals are replayed from the movements. */
export async function insertStock(tx: Database, { units, movements }: StockColumns): Promise<void> {
  await sql`
    insert into units (id, listing_id, identifier, location_id, status, source, created_at, updated_at)
    select * from unnest(${units.id}::bigint[], ${units.listingId}::bigint[], ${units.identifier}::text[], ${units.locationId}::int[],
      ${units.status}::text[], ${units.source}::text[], ${units.createdAt}::timestamptz[], ${units.updatedAt}::timestamptz[])`.execute(tx);
  await sql`
    insert into stock_movements (unit_id, listing_id, type, quantity_change, from_location_id, to_location_id, before_status, after_status, actor_id, created_at)
    select m.unit_id, u.listing_id, m.type, case m.type when 'ADD' then 1 when 'REMOVE' then -1 else 0 end,
      m.from_location_id, m.to_location_id, lag(m.after_status) over (partition by m.unit_id order by m.nth), m.after_status,
      m.actor_id, m.created_at
    from unnest(${movements.unitId}::bigint[], ${movements.type}::text[], ${movements.fromLocationId}::int[], ${movements.toLocationId}::int[],
      ${movements.afterStatus}::text[], ${movements.actorId}::bigint[], ${movements.createdAt}::timestamptz[])
      with ordinality as m (unit_id, type, from_location_id, to_location_id, after_status, actor_id, created_at, nth)
    join units u on u.id = m.unit_id
    order by m.nth`.execute(tx);
  await sql`insert into stock_counts (location_id, listing_id, on_hand) ${replayedCounts()}`.execute(tx);
  await sql`
    insert into location_counts (location_id, on_hand, listings)
    select location_id, sum(on_hand), count(*) filter (where listing_id is not null and on_hand > 0) from stock_counts group by location_id
    on conflict (location_id) do update set on_hand = excluded.on_hand, listings = excluded.listings`.execute(tx);
  await sql`
    update listing_counts c set on_hand = s.on_hand, sorted_on_hand = s.on_hand, pending = s.pending, quarantine = s.quarantine
    from (${sumsOfListings()}) s where s.listing_id = c.listing_id`.execute(tx);
  await sql`update listing_counts c set last_counted_at = s.at from (${lastCounts()}) s where s.listing_id = c.listing_id`.execute(tx);
}

/** Whether there was never a unit in stock. */
export async function isStockEmpty(db: Database): Promise<boolean> {
  return (await db.selectFrom('units').select('id').limit(1).executeTakeFirst()) === undefined;
}

interface CountDifference {
  readonly locationId: number | null;
  readonly listingId: number | null;
  readonly counted: number;
  readonly replayed: number;
}

/**
 * The stock counts that differ from a replay of the ledger, and the totals of locations and listings that differ from the
 * sums of their counts. An empty list proves that the stock is consistent.
 */
export async function listCountDifferences(db: Database): Promise<CountDifference[]> {
  const { rows } = await sql<CountDifference>`
    select coalesce(c.location_id, r.location_id) as "locationId", coalesce(c.listing_id, r.listing_id) as "listingId",
      coalesce(c.on_hand, 0) as counted, coalesce(r.on_hand, 0)::int as replayed
    from stock_counts c
    -- Joins by hashable values; otherwise the join compares all listings of a location with each other.
    full join (${replayedCounts()}) r on r.location_id = c.location_id and coalesce(r.listing_id, 0) = coalesce(c.listing_id, 0)
    where coalesce(c.on_hand, 0) <> coalesce(r.on_hand, 0)
    union all
    select l.location_id, null, l.on_hand, coalesce(sum(c.on_hand), 0)::int
    from location_counts l left join stock_counts c on c.location_id = l.location_id
    group by l.location_id having l.on_hand <> coalesce(sum(c.on_hand), 0)
    union all
    select l.location_id, null, l.listings, count(c.listing_id)::int
    from location_counts l left join stock_counts c on c.location_id = l.location_id and c.on_hand > 0
    group by l.location_id having l.listings <> count(c.listing_id)
    union all
    select null, c.listing_id, c.available, coalesce(s.on_hand - s.pending - s.quarantine, 0)
    from listing_counts c full join (${sumsOfListings()}) s on s.listing_id = c.listing_id
    where (c.on_hand, c.pending, c.quarantine) is distinct from (coalesce(s.on_hand, 0), coalesce(s.pending, 0), coalesce(s.quarantine, 0))
    union all
    -- The time of the last count, in seconds.
    select null, c.listing_id, extract(epoch from c.last_counted_at)::int, extract(epoch from s.at)::int
    from listing_counts c left join (${lastCounts()}) s on s.listing_id = c.listing_id where c.last_counted_at is distinct from s.at`.execute(db);
  return rows;
}

/** Whether the movements of a row about a partition are not in the ledger. */
const isNotAttached = sql`partition_name not in (select partition_name from partition_ranges() where not is_detaching)`;

function replayedCounts() {
  return sql`
    select location_id, listing_id, sum(change)::int as on_hand
    from (
      select to_location_id as location_id, listing_id, 1 as change from stock_movements where to_location_id is not null
      union all
      select from_location_id, coalesce(from_listing_id, listing_id), -1 from stock_movements where from_location_id is not null
      union all
      select location_id, listing_id, on_hand from archived_balances where ${isNotAttached}
    ) changes
    group by location_id, listing_id`;
}

function lastCounts() {
  return sql`
    select listing_id, max(at) as at
    from (
      select listing_id, created_at as at from stock_movements where type = 'AUDIT_COUNT' and listing_id is not null
      union all
      select listing_id, last_counted_at from archived_counts where ${isNotAttached}
    ) counts
    group by listing_id`;
}

function sumsOfListings() {
  return sql`
    select u.listing_id, count(*)::int as on_hand, (count(*) filter (where u.status = 'SALE_PENDING'))::int as pending,
      (count(*) filter (where u.status = 'QUARANTINE'))::int as quarantine
    from units u where u.listing_id is not null and ${inStock} group by u.listing_id`;
}
