import { type RawBuilder, sql } from 'kysely';
import type { Database, DatabasePool } from '../../../platform/database/connection/connect.ts';
import { rowArrays } from '../../../platform/database/hidden-value.ts';
import { onlyRow } from '../../../platform/database/only-row.ts';
import { transactionsHaveEnded } from '../../../platform/database/transactions/ended-transactions.condition.ts';
import type { MovedUnit, Unit } from './stock-movement.repository.ts';

/**
 * The totals of units by location and listing, by location, and by listing. Only the ledger writes them, in its lock order
 * (`stock-ledger.repository.ts`).
 */

/**
 * Applies a document's movements to the totals: by location, each listing's count and then the location's total; then each
 * listing's total, and the time of its last count.
 */
export async function changeCounts(tx: Database, movements: readonly MovedUnit[], confirmedListings: readonly number[]): Promise<void> {
  const locations = new Map<number, Map<number | null, number>>();
  const listings = new Map<number, ListingChange>();
  for (const { unit, from, to, status } of movements) {
    if (from !== null) addTo(locations, from, unit.listingId, -1);
    if (to !== null) addTo(locations, to, unit.listingId, 1);
    addListingChange(listings, unit.listingId, listingChange(from === null ? undefined : unit.status, to === null ? undefined : status));
  }
  for (const [locationId, changes] of [...locations].sort(([a], [b]) => a - b)) {
    let total = 0;
    let appeared = 0;
    for (const [listingId, change] of [...changes].sort(([a], [b]) => (a ?? Number.POSITIVE_INFINITY) - (b ?? Number.POSITIVE_INFINITY))) {
      total += change;
      appeared += await changeListingCount(tx, locationId, listingId, change);
    }
    await changeTotal(tx, locationId, total, appeared);
  }
  await changeListings(tx, listings, [...new Set(confirmedListings)]);
}

export async function changeListings(tx: Database, listings: ReadonlyMap<number, ListingChange>, counted: readonly number[] = []): Promise<void> {
  const changed = new Set([...listings.keys(), ...counted]);
  if (changed.size > 1) await lockListings(tx, [...changed]);
  for (const [listingId, change] of listings) await addToListing(tx, listingId, change);
  if (counted.length > 0) await markCounted(tx, counted);
}

export function addListingChange(sums: Map<number, ListingChange>, listingId: number | null, change: ListingChange): void {
  if (listingId === null) return;
  const sum = sums.get(listingId) ?? { onHand: 0, pending: 0, quarantine: 0 };
  sums.set(listingId, {
    onHand: sum.onHand + change.onHand,
    pending: sum.pending + change.pending,
    quarantine: sum.quarantine + change.quarantine,
  });
}

function addTo(sums: Map<number, Map<number | null, number>>, locationId: number, listingId: number | null, change: number): void {
  const listings = sums.get(locationId) ?? new Map<number | null, number>();
  sums.set(locationId, listings.set(listingId, (listings.get(listingId) ?? 0) + change));
}

/** Changes the count of a listing in a location, and the location's total. */
export async function changeCount(tx: Database, locationId: number, listingId: number | null, change: number): Promise<void> {
  const listings = await changeListingCount(tx, locationId, listingId, change);
  await changeTotal(tx, locationId, change, listings);
}

/**
 * Changes the count of a listing in a location. Most counts exist; a missing one is inserted before another update, because
 * the table's check would reject inserting a negative number even if the row exists.
 * Plan: one row by key. `is not distinct from` would read every listing of the location.
 * @returns the change of the location's number of listings: 1 for a listing's first unit, -1 for its last
 */
export async function changeListingCount(tx: Database, locationId: number, listingId: number | null, change: number): Promise<number> {
  const isListing = listingId === null ? sql`listing_id is null` : sql`listing_id = ${listingId}`;
  const add = async () => {
    const { rows } = await sql<{ on_hand: number }>`update stock_counts set on_hand = on_hand + ${change}
      where location_id = ${locationId} and ${isListing} returning on_hand`.execute(tx);
    return rows[0]?.on_hand;
  };
  let onHand = await add();
  if (onHand === undefined) {
    await sql`insert into stock_counts (location_id, listing_id, on_hand) values (${locationId}, ${listingId}, 0)
      on conflict (location_id, listing_id) do nothing`.execute(tx);
    onHand = (await add()) ?? 0;
  }
  if (listingId === null) return 0;
  return Number(onHand > 0) - Number(onHand - change > 0);
}

export async function changeTotal(tx: Database, locationId: number, change: number, listings: number): Promise<void> {
  const add = () =>
    sql`update location_counts set on_hand = on_hand + ${change}, listings = listings + ${listings} where location_id = ${locationId}`.execute(tx);
  if ((await add()).numAffectedRows === 1n) return;
  await sql`insert into location_counts (location_id, on_hand) values (${locationId}, 0) on conflict (location_id) do nothing`.execute(tx);
  await add();
}

/** Changes a listing's total when a unit changes its status. A status is undefined if the unit was or is not in stock. */
export async function changeListing(
  tx: Database,
  listingId: number | null,
  before: Unit['status'] | undefined,
  after: Unit['status'] | undefined,
): Promise<void> {
  if (listingId !== null && before !== after) await addToListing(tx, listingId, listingChange(before, after));
}

/** Records that listings were counted now. `greatest`, because an earlier transaction may commit later. */
async function markCounted(tx: Database, listingIds: readonly number[]): Promise<void> {
  await sql`update listing_counts set last_counted_at = greatest(last_counted_at, now()) where listing_id = any(${listingIds}::bigint[])`.execute(tx);
}

/** A count that a transaction will change: of a listing, or of units without one, in a location. */
export interface StockPlace {
  readonly locationId: number;
  readonly listingId: number | null;
}

/**
 * Locks the totals that a step of many units will change, in the ledger's order. Its units then change them one by one in any
 * order, and can't deadlock with each other's.
 */
export async function lockStockPlaces(tx: Database, places: readonly StockPlace[]): Promise<void> {
  if (places.length === 0) return;
  await sql`select lock_stock_places(${rowArrays(places, { locationId: 'int[]', listingId: 'bigint[]' })})`.execute(tx);
}

/** Every count that the opposites of these movements change. */
export async function listPlacesOfMovements(db: Database, movementIds: readonly number[]): Promise<{ unitIds: number[]; places: StockPlace[] }> {
  const { rows } = await sql<{ unitId: number; listingId: number | null; fromListingId: number | null; from: number | null; to: number | null }>`
    select unit_id as "unitId", listing_id as "listingId", from_listing_id as "fromListingId", from_location_id as "from", to_location_id as "to"
    from stock_movements where id = any(${movementIds}::bigint[])`.execute(db);
  const places = rows.flatMap(({ listingId, fromListingId, from, to }) =>
    [from, to].flatMap((locationId) =>
      locationId === null ? [] : [{ locationId, listingId }, ...(fromListingId === null ? [] : [{ locationId, listingId: fromListingId }])],
    ),
  );
  return { unitIds: rows.map(({ unitId }) => unitId), places };
}

const arrayOf = (units: readonly Unit[]) =>
  sql`unnest(${rowArrays(units, { locationId: 'int[]', listingId: 'bigint[]', status: 'text[]' })}) as u (location_id, listing_id, status)`;

/** Takes units out of the totals, many at once. Their places are locked by `lockStockPlaces`. */
export async function subtractUnits(tx: Database, units: readonly Unit[]): Promise<void> {
  const isListed = ({ listingId }: Unit) => listingId !== null;
  await subtractFromPlaces(tx, units.filter(isListed), sql`c.listing_id = u.listing_id`);
  await subtractFromPlaces(
    tx,
    units.filter((unit) => !isListed(unit)),
    sql`c.listing_id is null`,
  );
  await sql`
    update listing_counts l set on_hand = l.on_hand - u.units, pending = l.pending - u.pending, quarantine = l.quarantine - u.quarantine
    from (
      select listing_id, count(*)::int as units, count(*) filter (where status = 'SALE_PENDING')::int as pending,
        count(*) filter (where status = 'QUARANTINE')::int as quarantine from ${arrayOf(units)} group by listing_id
    ) u where l.listing_id = u.listing_id`.execute(tx);
}

/** @param isSameListing an equality: without an index, each unit would be compared with every listing of its location */
async function subtractFromPlaces(tx: Database, units: readonly Unit[], isSameListing: RawBuilder<unknown>): Promise<void> {
  if (units.length === 0) return;
  await sql`
    with gone as (
      update stock_counts c set on_hand = c.on_hand - u.units
      from (select location_id, listing_id, count(*)::int as units from ${arrayOf(units)} group by location_id, listing_id) u
      where c.location_id = u.location_id and ${isSameListing}
      returning c.location_id, u.units, (c.listing_id is not null and c.on_hand = 0)::int as ended
    )
    update location_counts l set on_hand = l.on_hand - g.units, listings = l.listings - g.ended
    from (select location_id, sum(units)::int as units, sum(ended)::int as ended from gone group by location_id) g where l.location_id = g.location_id`.execute(
    tx,
  );
}

/** Deletes the totals of listings without units. */
export async function deleteEmptyTotals(tx: Database, listingIds: readonly string[]): Promise<void> {
  await sql`delete from listing_counts where listing_id = any(${listingIds}::bigint[]) and on_hand = 0`.execute(tx);
}

/**
 * Brings `listing_counts.sorted_on_hand` up to date: the listings of the movements since the last time. Changing it with each
 * movement would write to the indexes of the sorted lists. A stopped process loses nothing, because the mark moves in the
 * same transaction, and only past movements whose transactions have ended: those that started before it was seen.
 * Plan: the end of the ledger's primary key, then listings by key.
 */
export async function sortListings(db: DatabasePool): Promise<void> {
  const { rows } = await sql`/* prepared: find_unsorted */
    select from listing_sort_mark where done_id < (select last_value from stock_movements_id_seq where is_called)`.execute(db);
  if (rows.length === 0) return;
  await db.transaction().execute(async (tx) => {
    const mark = await sql<{ seen: number; at: Date; done: number; hasEnded: boolean }>`
      select done_id as done, (select last_value from stock_movements_id_seq) as seen, clock_timestamp() as at,
        ${transactionsHaveEnded(sql`seen_at`)} as "hasEnded"
      from listing_sort_mark for update`.execute(tx);
    const { seen, at, done, hasEnded } = onlyRow(mark);
    await sql`
      with moved as (
        select listing_id from stock_movements where id > ${done} union select from_listing_id from stock_movements where id > ${done}
      ), unsorted as (
        select c.listing_id, c.on_hand from listing_counts c join moved on moved.listing_id = c.listing_id
        where c.sorted_on_hand <> c.on_hand order by c.listing_id for no key update of c
      )
      update listing_counts c set sorted_on_hand = c.on_hand from unsorted where c.listing_id = unsorted.listing_id`.execute(tx);
    if (hasEnded) await sql`update listing_sort_mark set done_id = seen_id, seen_id = ${seen}, seen_at = ${at}`.execute(tx);
  });
}

/** Deletes the totals of locations that are about to be deleted. Those with stock stay, and keep their locations. */
export async function deleteLocationTotals(tx: Database, ids: readonly string[]): Promise<void> {
  await sql`delete from location_counts where location_id = any(${ids}::int[]) and on_hand = 0`.execute(tx);
}

/** After the whole stock was deleted. */
export async function clearLocationTotals(tx: Database): Promise<void> {
  await sql`update location_counts set on_hand = 0, listings = 0`.execute(tx);
}

/** Locks in the order of ids, so that two postings can't deadlock. */
async function lockListings(tx: Database, listingIds: readonly number[]): Promise<void> {
  await sql`select 1 from listing_counts where listing_id = any(${listingIds}::bigint[]) order by listing_id for no key update`.execute(tx);
}

export interface ListingChange {
  readonly onHand: number;
  readonly pending: number;
  readonly quarantine: number;
}

export function listingChange(before: Unit['status'] | undefined, after: Unit['status'] | undefined): ListingChange {
  const change = (status: Unit['status']) => Number(after === status) - Number(before === status);
  return { onHand: Number(after !== undefined) - Number(before !== undefined), pending: change('SALE_PENDING'), quarantine: change('QUARANTINE') };
}

async function addToListing(tx: Database, listingId: number, { onHand, pending, quarantine }: ListingChange): Promise<void> {
  await sql`update listing_counts set on_hand = on_hand + ${onHand}, pending = pending + ${pending}, quarantine = quarantine + ${quarantine}
    where listing_id = ${listingId}`.execute(tx);
}
