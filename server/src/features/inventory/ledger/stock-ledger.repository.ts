import { toGtin14 } from '@stowage/contract/catalog/identifiers';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { onlyRow } from '../../../platform/database/only-row.ts';
import { archivedMovement } from '../archive/archived-movement.ts';
import type { LocationReference } from '../locations/location.repository.ts';
import { type Cause, record, recordAll, type Unit, unitColumns } from './stock-movement.repository.ts';
import { changeCount, changeListing, changeListingCount, changeListings, changeTotal } from './stock-total.repository.ts';

/**
 * Changes the stock one unit at a time. Only this file and `stock-document.repository.ts` (many units of one document)
 * write `units`, `stock_movements` (through `stock-movement.repository.ts`) and the totals derived from them:
 * `stock_counts`, `location_counts` and `listing_counts` (through `stock-total.repository.ts`). Each function updates all
 * of them in the caller's transaction or in one statement. The lock order is: the unit; by location id, the location's
 * counts and then its total; by listing id, the listing's total.
 */

/** The item of a scanned code. */
export interface ScannedItem {
  /** null for a code without a listing. */
  readonly listingId: number | null;
  /** The listing's FNSKU, else the scanned code. */
  readonly identifier: string;
}

export interface NewUnit extends ScannedItem {
  readonly location: LocationReference;
  readonly source: 'SCAN' | 'RETURN' | 'PO' | 'COUNT';
  readonly actorId: number;
  readonly clientScanId: string | null;
  /** The vendor's receipt. */
  readonly receiptId?: number;
  /** Decimal text. */
  readonly cost?: string | null;
}

/**
 * Adds units to locations: units, movements and totals in one statement, so in one round trip and one commit. A unit in a
 * location that is not sellable is in quarantine.
 * @returns each unit's id, or undefined where there is no such active location
 * @throws a unique violation of `stock_movements_client_scan_id_key` if one of the scans is already recorded
 */
export async function addUnits(db: Database, units: readonly NewUnit[]): Promise<(number | undefined)[]> {
  const column = <T>(read: (unit: NewUnit) => T) => units.map(read);
  const { rows } = await sql<AddedIds>`/* prepared: add_units */
    select add_units(${column(({ listingId }) => listingId)}, ${column(({ identifier }) => identifier)}, ${column(({ location }) => idOf(location))},
      ${column(({ location }) => codeOf(location))}, ${column(({ source }) => source)}, ${column(({ cost }) => cost ?? null)},
      ${column(({ actorId }) => actorId)}, ${column(({ clientScanId }) => clientScanId)}, ${column(({ receiptId }) => receiptId ?? null)}) as ids`.execute(db);
  return toIds(onlyRow({ rows }));
}

/** A scan of which only the code is known. */
export interface ScannedUnit extends Pick<NewUnit, 'location' | 'actorId' | 'clientScanId'> {
  /** Normalized. */
  readonly code: string;
}

/**
 * Adds scanned units whose code names one listing without a choice: as `addUnits`, and the code is looked up in the same
 * statement, which saves a round trip.
 * @returns for each scan what `addUnits` returns; `CODE_UNRESOLVED` where the code is unknown or names several listings
 * @throws as `addUnits`
 */
export async function scanUnits(db: Database, scans: readonly ScannedUnit[]): Promise<(number | typeof CODE_UNRESOLVED | undefined)[]> {
  const column = <T>(read: (scan: ScannedUnit) => T) => scans.map(read);
  const { rows } = await sql<AddedIds>`/* prepared: scan_units */
    select scan_units(${column(({ code }) => code)}, ${column(({ code }) => toGtin14(code) ?? null)}, ${column(({ location }) => idOf(location))},
      ${column(({ location }) => codeOf(location))}, ${column(({ actorId }) => actorId)}, ${column(({ clientScanId }) => clientScanId)}) as ids`.execute(db);
  return toIds(onlyRow({ rows })).map((id) => (id === 0 ? CODE_UNRESOLVED : id));
}

export const CODE_UNRESOLVED = 'unresolved';

interface AddedIds {
  /** The driver leaves the elements of arrays of bigint as text. */
  readonly ids: (string | null)[];
}

const toIds = ({ ids }: AddedIds) => ids.map((id) => (id === null ? undefined : Number(id)));
const idOf = (location: LocationReference) => ('id' in location ? location.id : null);
const codeOf = (location: LocationReference) => ('code' in location ? location.code : null);

/** The unit, locked until the transaction ends. */
export async function lockUnit(tx: Database, unitId: number): Promise<Unit | undefined> {
  const [unit] = await lockUnits(tx, [unitId]);
  return unit;
}

/** The units, locked in the order of their ids until the transaction ends. */
export async function lockUnits(tx: Database, unitIds: readonly number[]): Promise<Unit[]> {
  const { rows } = await sql<Unit>`select ${unitColumns} from units u where u.id = any(${unitIds}::bigint[]) order by u.id for update`.execute(tx);
  return rows;
}

/** Moves a locked unit to another location. @returns the movement's id */
export async function moveUnit(tx: Database, unit: Unit, to: { readonly locationId: number; readonly status: Unit['status'] }, cause: Cause): Promise<number> {
  await updateUnit(tx, unit.id, { location_id: to.locationId, status: to.status });
  const movementId = await record(tx, unit, { type: 'LOCATION_CHANGE', change: 0, from: unit.locationId, to: to.locationId, status: to.status }, cause);
  // In the order of location ids, so that two opposite moves of one listing can't deadlock.
  const changes = [
    { locationId: unit.locationId, change: -1 },
    { locationId: to.locationId, change: 1 },
  ].sort((a, b) => a.locationId - b.locationId);
  for (const { locationId, change } of changes) await changeCount(tx, locationId, unit.listingId, change);
  await changeListing(tx, unit.listingId, unit.status, to.status);
  return movementId;
}

/** Makes a locked unit one of another listing of its product, in the same location. @returns the movement's id */
export async function relistUnit(tx: Database, unit: Unit, to: { readonly listingId: number; readonly identifier: string }, cause: Cause): Promise<number> {
  if (unit.listingId === null) throw new Error(`Unit ${unit.id} has no listing to leave`);
  const { id, locationId, status } = unit;
  await updateUnit(tx, id, { listing_id: to.listingId, identifier: to.identifier });
  const moved = { ...unit, listingId: to.listingId };
  const movementId = await record(
    tx,
    moved,
    { type: 'CONDITION_CHANGE', change: 0, from: locationId, to: locationId, status, fromListing: unit.listingId },
    cause,
  );
  const changes = [
    { listingId: unit.listingId, change: -1 },
    { listingId: to.listingId, change: 1 },
  ].sort((a, b) => a.listingId - b.listingId);
  let listings = 0;
  for (const { listingId, change } of changes) listings += await changeListingCount(tx, locationId, listingId, change);
  await changeTotal(tx, locationId, 0, listings);
  for (const { listingId, change } of changes) {
    await changeListing(tx, listingId, change < 0 ? status : undefined, change < 0 ? undefined : status);
  }
  return movementId;
}

export interface Confirmation {
  readonly unit: Unit;
  readonly actorId: number;
  readonly clientScanId: string;
}

/** Records that locked units were counted in their locations, each by a scan. */
export async function confirmUnits(tx: Database, confirmations: readonly Confirmation[]): Promise<void> {
  const movements = confirmations.map(({ unit, ...scan }) => {
    const { locationId, status } = unit;
    return { unit, type: 'AUDIT_COUNT', change: 0, from: locationId, to: locationId, status, reason: null, scan } as const;
  });
  await recordAll(tx, movements, { actorId: null });
  const listings = confirmations.flatMap(({ unit }) => unit.listingId ?? []);
  await changeListings(tx, new Map(), [...new Set(listings)]);
}

/** Removes a locked unit from stock. @returns the movement's id */
export async function removeUnit(tx: Database, unit: Unit, cause: Cause): Promise<number> {
  await updateUnit(tx, unit.id, { status: 'REMOVED' });
  const movementId = await record(tx, unit, { type: 'REMOVE', change: -1, from: unit.locationId, to: null, status: 'REMOVED' }, cause);
  await changeCount(tx, unit.locationId, unit.listingId, -1);
  await changeListing(tx, unit.listingId, unit.status, undefined);
  return movementId;
}

/**
 * Puts a locked unit that was removed or shipped back into its location, as the opposite of its last removal.
 * @throws AppError `archived` when the ledger has no removal of it any more
 */
export async function restoreUnit(tx: Database, unit: Unit, status: Unit['status'], actorId: number): Promise<void> {
  await updateUnit(tx, unit.id, { status });
  const { numAffectedRows } = await sql`
    insert into stock_movements (unit_id, listing_id, type, quantity_change, to_location_id, before_status, after_status, order_id, actor_id, undoes_movement_id)
    select unit_id, listing_id, 'ADD', 1, from_location_id, after_status, ${status}, order_id, ${actorId}, id
    from stock_movements where unit_id = ${unit.id} and type = 'REMOVE' order by id desc limit 1`.execute(tx);
  if (numAffectedRows !== 1n) throw archivedMovement();
  await changeCount(tx, unit.locationId, unit.listingId, 1);
  await changeListing(tx, unit.listingId, undefined, status);
}

/** @returns the previous notes; undefined if there is no such unit */
export async function setNotes(tx: Database, unitId: number, notes: string | null): Promise<{ notes: string | null } | undefined> {
  const previous = await tx.selectFrom('units').select('notes').where('id', '=', unitId).forUpdate().executeTakeFirst();
  if (previous !== undefined) await tx.updateTable('units').set({ notes }).where('id', '=', unitId).execute();
  return previous;
}

type UnitChange = { location_id?: number; status: Unit['status'] } | { listing_id: number; identifier: string };

async function updateUnit(tx: Database, unitId: number, values: UnitChange): Promise<void> {
  await tx
    .updateTable('units')
    .set({ ...values, updated_at: sql`now()` })
    .where('id', '=', unitId)
    .execute();
}
