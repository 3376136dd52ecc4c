import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { LocationReference } from './location.repository.ts';

/**
 * The only writer of `units`, `stock_movements`, `stock_counts` and `location_counts`: each function keeps them in
 * step, in the caller's transaction or in one statement.
 */

export interface Unit {
  readonly id: number;
  readonly listingId: number | null;
  readonly locationId: number;
  readonly status: 'AVAILABLE' | 'SALE_PENDING' | 'QUARANTINE' | 'SHIPPED' | 'REMOVED';
}

interface NewUnit {
  readonly listingId: number | null;
  /** The listing's FNSKU, else the scanned code. */
  readonly identifier: string;
  readonly location: LocationReference;
  readonly source: 'SCAN' | 'RETURN' | 'PO' | 'COUNT';
  readonly actorId: number;
  readonly clientScanId: string | null;
}

/**
 * Takes one unit into a location: unit, movement and count in one statement, so in one round trip and one commit.
 * A unit in a quarantine location is in quarantine.
 * @returns the unit's id, or undefined when there is no such location in use
 * @throws a unique violation of `stock_movements_client_scan_id_key` when this scan was recorded already
 */
export async function addUnit(db: Database, unit: NewUnit): Promise<number | undefined> {
  const id = 'id' in unit.location ? unit.location.id : null;
  const code = 'code' in unit.location ? unit.location.code : null;
  const { rows } = await sql<{ id: number }>`/* prepared: add_unit */
    with place as (
      select id, case kind when 'QUARANTINE' then 'QUARANTINE' else 'AVAILABLE' end as status
      from locations
      where active and id = coalesce(${id}::int, (select id from locations where upper(code) = upper(${code}::text)))
      -- Whoever takes the location out of use waits, and sees the unit; or this waits, and finds it out of use.
      for key share
    ), unit as (
      insert into units (listing_id, identifier, location_id, status, source)
      select ${unit.listingId}::bigint, ${unit.identifier}::text, id, status, ${unit.source}::text from place
      returning id, listing_id, location_id, status
    ), moved as (
      insert into stock_movements (unit_id, listing_id, type, quantity_change, to_location_id, after_status, actor_id, client_scan_id)
      select id, listing_id, 'ADD', 1, location_id, status, ${unit.actorId}::bigint, ${unit.clientScanId}::text from unit
    ), counted as (
      insert into stock_counts (location_id, listing_id, on_hand) select location_id, listing_id, 1 from unit
      on conflict (location_id, listing_id) do update set on_hand = stock_counts.on_hand + 1
      returning location_id
    ), totalled as (
      -- Reads what the count returned: the two rows are then always locked in this order.
      insert into location_counts (location_id, on_hand) select location_id, 1 from counted
      on conflict (location_id) do update set on_hand = location_counts.on_hand + 1
    )
    select id from unit`.execute(db);
  return rows[0]?.id;
}

/** The unit, locked until the transaction ends: whoever changes it next waits. */
export async function lockUnit(tx: Database, unitId: number): Promise<Unit | undefined> {
  const row = await tx.selectFrom('units').select(['id', 'listing_id', 'location_id', 'status']).where('id', '=', unitId).forUpdate().executeTakeFirst();
  return row && { id: row.id, listingId: row.listing_id, locationId: row.location_id, status: row.status as Unit['status'] };
}

/** Moves a locked unit to another location. */
export async function moveUnit(tx: Database, unit: Unit, to: { readonly locationId: number; readonly status: Unit['status'] }, actorId: number): Promise<void> {
  await updateUnit(tx, unit.id, { location_id: to.locationId, status: to.status });
  await tx
    .insertInto('stock_movements')
    .values({
      unit_id: unit.id,
      listing_id: unit.listingId,
      type: 'LOCATION_CHANGE',
      quantity_change: 0,
      from_location_id: unit.locationId,
      to_location_id: to.locationId,
      before_status: unit.status,
      after_status: to.status,
      actor_id: actorId,
    })
    .execute();
  // Always in the order of location ids: two opposite moves of one listing then can't wait for each other.
  const changes = [
    { locationId: unit.locationId, change: -1 },
    { locationId: to.locationId, change: 1 },
  ].sort((a, b) => a.locationId - b.locationId);
  for (const { locationId, change } of changes) await changeCount(tx, locationId, unit.listingId, change);
}

/** Takes a locked unit out of stock. */
export async function removeUnit(tx: Database, unit: Unit, actorId: number): Promise<void> {
  await updateUnit(tx, unit.id, { status: 'REMOVED' });
  await tx
    .insertInto('stock_movements')
    .values({
      unit_id: unit.id,
      listing_id: unit.listingId,
      type: 'REMOVE',
      quantity_change: -1,
      from_location_id: unit.locationId,
      before_status: unit.status,
      after_status: 'REMOVED',
      actor_id: actorId,
    })
    .execute();
  await changeCount(tx, unit.locationId, unit.listingId, -1);
}

/** Puts a locked, removed unit back where it was, as the opposite of its last removal. */
export async function restoreUnit(tx: Database, unit: Unit, status: Unit['status'], actorId: number): Promise<void> {
  await updateUnit(tx, unit.id, { status });
  await sql`
    insert into stock_movements (unit_id, listing_id, type, quantity_change, to_location_id, before_status, after_status, actor_id, undoes_movement_id)
    select unit_id, listing_id, 'ADD', 1, from_location_id, 'REMOVED', ${status}, ${actorId}, id
    from stock_movements where unit_id = ${unit.id} and type = 'REMOVE' order by id desc limit 1`.execute(tx);
  await changeCount(tx, unit.locationId, unit.listingId, 1);
}

/** What a scan id was used for, if it was. */
export async function findScan(
  db: Database,
  clientScanId: string,
): Promise<{ identifier: string; listingId: number | null; actorId: number | null } | undefined> {
  const row = await db
    .selectFrom('stock_movements as m')
    .innerJoin('units as u', 'u.id', 'm.unit_id')
    .select(['u.identifier', 'u.listing_id', 'm.actor_id'])
    .where('m.client_scan_id', '=', clientScanId)
    .executeTakeFirst();
  return row && { identifier: row.identifier, listingId: row.listing_id, actorId: row.actor_id };
}

/** Parallel lists of units and their movements, in order of time, for loading a whole stock at once. */
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

/** Lays stock with its history into empty tables; the counts are replayed from the movements. */
export async function insertStock(tx: Database, { units, movements }: StockColumns): Promise<void> {
  await sql`
    insert into units (id, listing_id, identifier, location_id, status, source, created_at, updated_at) overriding system value
    select * from unnest(${units.id}::bigint[], ${units.listingId}::bigint[], ${units.identifier}::text[], ${units.locationId}::int[],
      ${units.status}::text[], ${units.source}::text[], ${units.createdAt}::timestamptz[], ${units.updatedAt}::timestamptz[])`.execute(tx);
  await sql`select setval(pg_get_serial_sequence('units', 'id'), (select max(id) from units))`.execute(tx);
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
    insert into location_counts (location_id, on_hand) select location_id, sum(on_hand) from stock_counts group by location_id
    on conflict (location_id) do update set on_hand = excluded.on_hand`.execute(tx);
}

/** Where the counts differ from what replaying the ledger gives, or a location's total from its counts: always nowhere. */
export async function listCountDifferences(db: Database): Promise<{ locationId: number; listingId: number | null; counted: number; replayed: number }[]> {
  const { rows } = await sql<{ location_id: number; listing_id: number | null; counted: number; replayed: number }>`
    select coalesce(c.location_id, r.location_id) as location_id, coalesce(c.listing_id, r.listing_id) as listing_id,
      coalesce(c.on_hand, 0) as counted, coalesce(r.on_hand, 0)::int as replayed
    from stock_counts c
    full join (${replayedCounts()}) r on r.location_id = c.location_id and r.listing_id is not distinct from c.listing_id
    where coalesce(c.on_hand, 0) <> coalesce(r.on_hand, 0)
    union all
    select l.location_id, null, l.on_hand, coalesce(sum(c.on_hand), 0)::int
    from location_counts l left join stock_counts c on c.location_id = l.location_id
    group by l.location_id having l.on_hand <> coalesce(sum(c.on_hand), 0)`.execute(db);
  return rows.map((row) => ({ locationId: row.location_id, listingId: row.listing_id, counted: row.counted, replayed: row.replayed }));
}

function replayedCounts() {
  return sql`
    select location_id, listing_id, sum(change)::int as on_hand
    from (
      select to_location_id as location_id, listing_id, 1 as change from stock_movements where to_location_id is not null
      union all
      select from_location_id, listing_id, -1 from stock_movements where from_location_id is not null
    ) changes
    group by location_id, listing_id`;
}

async function updateUnit(tx: Database, unitId: number, values: { location_id?: number; status: Unit['status'] }): Promise<void> {
  await tx
    .updateTable('units')
    .set({ ...values, updated_at: sql`now()` })
    .where('id', '=', unitId)
    .execute();
}

/**
 * Changes a count. The row is made first: an insert of a negative number would be refused by the table's check
 * before PostgreSQL sees that the row exists.
 */
async function changeCount(tx: Database, locationId: number, listingId: number | null, change: number): Promise<void> {
  await sql`insert into stock_counts (location_id, listing_id, on_hand) values (${locationId}, ${listingId}, 0)
    on conflict (location_id, listing_id) do nothing`.execute(tx);
  await sql`update stock_counts set on_hand = on_hand + ${change}
    where location_id = ${locationId} and listing_id is not distinct from ${listingId}::bigint`.execute(tx);
  await sql`insert into location_counts (location_id, on_hand) values (${locationId}, 0) on conflict (location_id) do nothing`.execute(tx);
  await sql`update location_counts set on_hand = on_hand + ${change} where location_id = ${locationId}`.execute(tx);
}
