import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { rowArrays } from '../../../platform/database/hidden-value.ts';
import { archivedMovement } from '../archive/archived-movement.ts';
import { inStock } from '../units/in-stock.condition.ts';
import { isOfCode } from '../units/of-item.condition.ts';
import type { NewUnit, ScannedItem } from './stock-ledger.repository.ts';
import { type DocumentCause, type MovedUnit, recordAll, type Unit } from './stock-movement.repository.ts';
import { addListingChange, changeCounts, changeListings, type ListingChange, listingChange, subtractUnits } from './stock-total.repository.ts';

/**
 * Changes the stock of many units for one document: an order, a return, a receipt or a count. Uses few statements for any
 * number of units, and follows the rules of the ledger (`stock-ledger.repository.ts`).
 */

/**
 * Assigns the unlisted units of a code to a listing. Each unit gets two movements, a removal without a listing and an
 * addition with it, so that a replay needs no special rule.
 * @param isGtin the code names the listing as a GTIN, so units under its other spellings are the listing's too
 */
export async function identifyUnits(
  tx: Database,
  { code, isGtin, ...as }: Identification & { readonly code: string; readonly isGtin: boolean },
): Promise<IdentifiedUnit[]> {
  // Locks before joining the locations: the join would lose a unit that was moved during the wait.
  const { rows } = await sql<Unit & { location: string }>`
    with locked as materialized (
      select u.id, u.listing_id, u.location_id, u.status from units u
      where ${isGtin ? isOfCode(code) : sql`u.listing_id is null and upper(u.identifier) = upper(${code}::text)`} and ${inStock} order by u.id for update
    )
    select u.id, u.listing_id as "listingId", u.location_id as "locationId", u.status, s.code as location
    from locked u join locations s on s.id = u.location_id order by u.id`.execute(tx);
  await identifyLocked(tx, rows, as);
  return rows.map(({ id, location }) => ({ unitId: id, location }));
}

export interface IdentifiedUnit {
  readonly unitId: number;
  /** The code of its location. */
  readonly location: string;
}

interface Identification {
  readonly listingId: number;
  /** Printed on the listing's units. */
  readonly identifier: string;
  /** null for an import. */
  readonly actorId: number | null;
  readonly note?: string;
}

/** Assigns locked, unlisted units to a listing. */
export async function identifyLocked(tx: Database, units: readonly Unit[], { listingId, identifier, actorId, note = '' }: Identification): Promise<void> {
  if (units.length === 0) return;
  const ids = units.map(({ id }) => id);
  await sql`
    with taken as (
      insert into stock_movements (unit_id, listing_id, type, quantity_change, from_location_id, before_status, after_status, reason_code, actor_id)
      select id, null, 'REMOVE', -1, location_id, status, 'REMOVED', 'IDENTIFIED', ${actorId}::bigint from units where id = any(${ids}::bigint[]) order by id
      returning id, unit_id, from_location_id, before_status
    )
    insert into stock_movements (unit_id, listing_id, type, quantity_change, to_location_id, before_status, after_status, reason_code, note, actor_id, undoes_movement_id)
    select unit_id, ${listingId}::bigint, 'ADD', 1, from_location_id, 'REMOVED', before_status, 'IDENTIFIED', ${note || null}::text, ${actorId}::bigint, id
    from taken order by id`.execute(tx);
  await sql`update units set listing_id = ${listingId}, identifier = ${identifier}, updated_at = now() where id = any(${ids}::bigint[])`.execute(tx);
  await changeCounts(tx, units.flatMap(identification(listingId)), []);
}

const identification =
  (listingId: number) =>
  (unit: Unit): MovedUnit[] => [
    { unit, type: 'REMOVE', change: -1, from: unit.locationId, to: null, status: 'REMOVED', reason: null },
    { unit: { ...unit, listingId }, type: 'ADD', change: 1, from: null, to: unit.locationId, status: unit.status, reason: null },
  ];

/** A locked unit and its new status in the same location. */
export interface StatusChange {
  readonly unit: Unit;
  readonly status: 'AVAILABLE' | 'SALE_PENDING' | 'QUARANTINE';
}

/** Reserves locked units for an order, or ends their reservation. */
export async function changeStatuses(tx: Database, changes: readonly StatusChange[], cause: DocumentCause): Promise<void> {
  const changed = changes.map(
    ({ unit, status }) => ({ unit, type: 'STATUS_CHANGE', change: 0, from: unit.locationId, to: unit.locationId, status, reason: null }) as const,
  );
  await updateUnits(tx, changed);
  await recordAll(tx, changed, cause);
  const listings = new Map<number, ListingChange>();
  for (const { unit, status } of changed) addListingChange(listings, unit.listingId, listingChange(unit.status, status));
  await changeListings(tx, listings);
}

/** Removes locked units from stock because they ship to a customer. @param reason coded */
export async function shipUnits(tx: Database, units: readonly Unit[], cause: DocumentCause, reason: string | null): Promise<void> {
  const shipped = units.map((unit) => ({ unit, type: 'REMOVE', change: -1, from: unit.locationId, to: null, status: 'SHIPPED', reason }) as const);
  await updateUnits(tx, shipped);
  await recordAll(tx, shipped, cause);
  await changeCounts(tx, shipped, []);
}

/** Puts locked, shipped units back into their locations, as the opposite of their shipping. */
export async function unshipUnits(tx: Database, units: readonly StatusChange[], cause: DocumentCause): Promise<void> {
  const { rows } = await sql<{ unit_id: number; id: number }>`
    select unit_id, max(id)::bigint as id from stock_movements
    where unit_id = any(${units.map(({ unit }) => unit.id)}::bigint[]) and type = 'REMOVE' and after_status = 'SHIPPED' group by unit_id`.execute(tx);
  const shippings = new Map(rows.map((row) => [row.unit_id, row.id]));
  const back = units.map(({ unit, status }) => {
    const undoes = shippings.get(unit.id);
    if (undoes === undefined) throw archivedMovement();
    return { unit, type: 'ADD', change: 1, from: null, to: unit.locationId, status, reason: null, undoes } as const;
  });
  await updateUnits(tx, back);
  await recordAll(tx, back, cause);
  await changeCounts(tx, back, []);
}

/** Corrections after a count or a wrong receipt. */
export interface Correction {
  readonly removals: readonly { readonly unit: Unit; readonly reason: string | null; readonly receiptId?: number }[];
  readonly moves: readonly { readonly unit: Unit; readonly to: Destination; readonly reason: string | null; readonly receiptId?: number }[];
  readonly additions: readonly { readonly item: ScannedItem; readonly to: Destination; readonly quantity: number; readonly reason: string | null }[];
  readonly confirmations: readonly Unit[];
}

interface Destination {
  readonly locationId: number;
  readonly status: Unit['status'];
}

/** Applies a correction to locked units. @returns the ids of the added, removed and moved units */
export async function correctStock(tx: Database, correction: Correction, cause: DocumentCause): Promise<number[]> {
  const changed: MovedUnit[] = [
    ...correction.removals.map(
      ({ unit, ...why }) => ({ unit, type: 'REMOVE', change: -1, from: unit.locationId, to: null, status: 'REMOVED', ...why }) as const,
    ),
    ...correction.moves.map(
      ({ unit, to, ...why }) => ({ unit, type: 'LOCATION_CHANGE', change: 0, from: unit.locationId, to: to.locationId, status: to.status, ...why }) as const,
    ),
  ];
  await updateUnits(tx, changed);
  for (const { item, to, quantity, reason } of correction.additions) {
    changed.push(...(await addUnits(tx, { item, to, quantity, reason, source: 'COUNT' })));
  }
  const confirmed = correction.confirmations.map(
    (unit) => ({ unit, type: 'AUDIT_COUNT', change: 0, from: unit.locationId, to: unit.locationId, status: unit.status, reason: null }) as const,
  );
  await recordAll(tx, [...changed, ...confirmed], cause);
  await changeCounts(
    tx,
    changed,
    correction.confirmations.flatMap(({ listingId }) => listingId ?? []),
  );
  return changed.map(({ unit }) => unit.id);
}

/** New units of one item. */
interface NewUnits {
  readonly item: ScannedItem;
  readonly to: Destination;
  readonly quantity: number;
  readonly reason: string | null;
  readonly source: NewUnit['source'];
  /** The cost of each, as decimal text. */
  readonly cost?: string | null;
}

/** Adds the units of a document to a location. @returns their ids */
export async function receiveUnits(tx: Database, units: NewUnits, cause: DocumentCause): Promise<number[]> {
  const added = await addUnits(tx, units);
  await recordAll(tx, added, cause);
  await changeCounts(tx, added, []);
  return added.map(({ unit }) => unit.id);
}

/** Sets the day since which units are there, for stock that is older than its entry. */
export async function setReceivedDays(tx: Database, units: readonly { readonly id: number; readonly day: string }[]): Promise<void> {
  if (units.length === 0) return;
  await sql`
    update units u set created_at = least(greatest(at.utc, at.local), greatest(at.utc, u.created_at))
    from unnest(${rowArrays(units, { id: 'bigint[]', day: 'text[]' })}) as r (id, day)
    cross join lateral (
      select r.day::date::timestamp at time zone 'UTC' as utc, r.day::date::timestamp at time zone (select time_zone from company_settings) as local
    ) at
    where u.id = r.id`.execute(tx);
}

/** Removes locked units from stock, as the opposite of the movements that added them. */
export async function withdrawUnits(tx: Database, units: readonly { readonly unit: Unit; readonly undoes: number }[], actorId: number): Promise<void> {
  const removed = units.map(
    ({ unit, undoes }) => ({ unit, undoes, type: 'REMOVE', change: -1, from: unit.locationId, to: null, status: 'REMOVED', reason: null }) as const,
  );
  await updateUnits(tx, removed);
  await recordAll(tx, removed, { actorId });
  await changeCounts(tx, removed, []);
}

/** `withdrawUnits` for many units, whose places are locked by `lockStockPlaces`. */
export async function withdrawManyUnits(tx: Database, units: readonly { readonly unit: Unit; readonly undoes: number }[], actorId: number): Promise<void> {
  const removed = units.map(
    ({ unit, undoes }) => ({ unit, undoes, type: 'REMOVE', change: -1, from: unit.locationId, to: null, status: 'REMOVED', reason: null }) as const,
  );
  await updateUnits(tx, removed);
  await recordAll(tx, removed, { actorId });
  await subtractUnits(
    tx,
    units.map(({ unit }) => unit),
  );
}

/** @returns the movements, which the caller records */
async function addUnits(tx: Database, { item, to, quantity, reason, source, cost = null }: NewUnits): Promise<MovedUnit[]> {
  const { locationId, status } = to;
  const { rows } = await sql<{ id: number }>`
    insert into units (listing_id, identifier, location_id, status, source, cost)
    select ${item.listingId}::bigint, ${item.identifier}::text, ${locationId}::int, ${status}::text, ${source}::text, ${cost}::numeric
    from generate_series(1, ${quantity}::int)
    returning id`.execute(tx);
  return rows.map(({ id }) => ({
    unit: { id, listingId: item.listingId, locationId, status },
    type: 'ADD',
    change: 1,
    from: null,
    to: locationId,
    status,
    reason,
  }));
}

async function updateUnits(tx: Database, movements: readonly MovedUnit[]): Promise<void> {
  if (movements.length === 0) return;
  const moved = movements.map(({ unit: { id }, to, status }) => ({ id, to, status }));
  await sql`
    update units u set location_id = coalesce(m.location_id, u.location_id), status = m.status, updated_at = now()
    from unnest(${rowArrays(moved, { id: 'bigint[]', to: 'int[]', status: 'text[]' })}) as m (id, location_id, status)
    where u.id = m.id`.execute(tx);
}
