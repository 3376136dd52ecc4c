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

/** What a scanned code turned out to be. */
export interface ScannedItem {
  /** null while the catalogue does not know the code. */
  readonly listingId: number | null;
  /** The listing's FNSKU, else the scanned code. */
  readonly identifier: string;
}

interface NewUnit extends ScannedItem {
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

/** Who did it and why, as the ledger keeps it. */
export interface Cause {
  readonly actorId: number;
  readonly clientScanId?: string;
  /** One of the contract's coded reasons. */
  readonly reason?: string;
  readonly note?: string;
  /** The movement that this one takes back. */
  readonly undoes?: number;
}

/** Moves a locked unit to another location. @returns the movement's id */
export async function moveUnit(tx: Database, unit: Unit, to: { readonly locationId: number; readonly status: Unit['status'] }, cause: Cause): Promise<number> {
  await updateUnit(tx, unit.id, { location_id: to.locationId, status: to.status });
  const movementId = await record(tx, unit, { type: 'LOCATION_CHANGE', change: 0, from: unit.locationId, to: to.locationId, status: to.status }, cause);
  // Always in the order of location ids: two opposite moves of one listing then can't wait for each other.
  const changes = [
    { locationId: unit.locationId, change: -1 },
    { locationId: to.locationId, change: 1 },
  ].sort((a, b) => a.locationId - b.locationId);
  for (const { locationId, change } of changes) await changeCounts(tx, locationId, [{ listingId: unit.listingId, change }]);
  return movementId;
}

/** Says that a locked unit was seen where it is booked. @returns the movement's id */
export async function confirmUnit(tx: Database, unit: Unit, cause: Cause): Promise<number> {
  return record(tx, unit, { type: 'AUDIT_COUNT', change: 0, from: unit.locationId, to: unit.locationId, status: unit.status }, cause);
}

/** Takes a locked unit out of stock. @returns the movement's id */
export async function removeUnit(tx: Database, unit: Unit, cause: Cause): Promise<number> {
  await updateUnit(tx, unit.id, { status: 'REMOVED' });
  const movementId = await record(tx, unit, { type: 'REMOVE', change: -1, from: unit.locationId, to: null, status: 'REMOVED' }, cause);
  await changeCounts(tx, unit.locationId, [{ listingId: unit.listingId, change: -1 }]);
  return movementId;
}

/** Puts a locked, removed unit back where it was, as the opposite of its last removal. */
export async function restoreUnit(tx: Database, unit: Unit, status: Unit['status'], actorId: number): Promise<void> {
  await updateUnit(tx, unit.id, { status });
  await sql`
    insert into stock_movements (unit_id, listing_id, type, quantity_change, to_location_id, before_status, after_status, actor_id, undoes_movement_id)
    select unit_id, listing_id, 'ADD', 1, from_location_id, 'REMOVED', ${status}, ${actorId}, id
    from stock_movements where unit_id = ${unit.id} and type = 'REMOVE' order by id desc limit 1`.execute(tx);
  await changeCounts(tx, unit.locationId, [{ listingId: unit.listingId, change: 1 }]);
}

/** What a count found, to be brought into the stock. */
export interface Correction {
  readonly removals: readonly { readonly unit: Unit; readonly reason: string | null }[];
  readonly moves: readonly { readonly unit: Unit; readonly to: Whereabouts; readonly reason: string | null }[];
  readonly additions: readonly { readonly item: ScannedItem; readonly to: Whereabouts; readonly quantity: number; readonly reason: string | null }[];
  readonly confirmations: readonly Unit[];
}

interface Whereabouts {
  readonly locationId: number;
  readonly status: Unit['status'];
}

/**
 * Corrects many units at once, in few statements however many they are. The units are locked by the caller. Counts
 * change as everywhere: location by location, a listing's count before its location's total.
 * @returns the ids of the units that came, went or moved
 */
export async function correctStock(tx: Database, correction: Correction, cause: Pick<Cause, 'actorId' | 'note'>): Promise<number[]> {
  const changed: MovedUnit[] = [
    ...correction.removals.map(
      ({ unit, reason }) => ({ unit, type: 'REMOVE', change: -1, from: unit.locationId, to: null, status: 'REMOVED', reason }) as const,
    ),
    ...correction.moves.map(
      ({ unit, to, reason }) => ({ unit, type: 'LOCATION_CHANGE', change: 0, from: unit.locationId, to: to.locationId, status: to.status, reason }) as const,
    ),
  ];
  await updateUnits(tx, changed);
  for (const { item, to, quantity, reason } of correction.additions) {
    for (const id of await insertUnits(tx, item, to, quantity)) {
      const unit = { id, listingId: item.listingId, locationId: to.locationId, status: to.status };
      changed.push({ unit, type: 'ADD', change: 1, from: null, to: to.locationId, status: to.status, reason });
    }
  }
  const confirmed = correction.confirmations.map(
    (unit) => ({ unit, type: 'AUDIT_COUNT', change: 0, from: unit.locationId, to: unit.locationId, status: unit.status, reason: null }) as const,
  );
  await recordAll(tx, [...changed, ...confirmed], cause);
  for (const [locationId, changes] of countChanges(changed)) await changeCounts(tx, locationId, changes);
  return changed.map(({ unit }) => unit.id);
}

export interface RecordedScan {
  readonly unitId: number;
  readonly type: string;
  readonly fromLocationId: number | null;
  readonly toLocationId: number | null;
  readonly identifier: string;
  readonly actorId: number | null;
}

/** What a scan id was used for, if it was. */
export async function findScan(db: Database, clientScanId: string): Promise<RecordedScan | undefined> {
  const row = await db
    .selectFrom('stock_movements as m')
    .innerJoin('units as u', 'u.id', 'm.unit_id')
    .select(['m.unit_id', 'm.type', 'm.from_location_id', 'm.to_location_id', 'u.identifier', 'm.actor_id'])
    .where('m.client_scan_id', '=', clientScanId)
    .executeTakeFirst();
  return (
    row && {
      unitId: row.unit_id,
      type: row.type,
      fromLocationId: row.from_location_id,
      toLocationId: row.to_location_id,
      identifier: row.identifier,
      actorId: row.actor_id,
    }
  );
}

export interface RecordedMovement {
  readonly id: number;
  readonly unitId: number;
  readonly type: string;
  readonly fromLocationId: number | null;
}

export async function findMovement(db: Database, id: number): Promise<RecordedMovement | undefined> {
  const row = await db.selectFrom('stock_movements').select(['id', 'unit_id', 'type', 'from_location_id']).where('id', '=', id).executeTakeFirst();
  return row && { id: row.id, unitId: row.unit_id, type: row.type, fromLocationId: row.from_location_id };
}

/** Writes down something about a unit. @returns whether there is such a unit */
export async function setNotes(db: Database, unitId: number, notes: string | null): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable('units').set({ notes }).where('id', '=', unitId).executeTakeFirst();
  return numUpdatedRows === 1n;
}

interface Movement {
  readonly type: 'ADD' | 'LOCATION_CHANGE' | 'AUDIT_COUNT' | 'REMOVE';
  readonly change: -1 | 0 | 1;
  readonly from: number | null;
  readonly to: number | null;
  /** What the unit's status is afterwards. */
  readonly status: Unit['status'];
}

async function record(tx: Database, unit: Unit, { type, change, from, to, status }: Movement, cause: Cause): Promise<number> {
  const { id } = await tx
    .insertInto('stock_movements')
    .values({
      unit_id: unit.id,
      listing_id: unit.listingId,
      type,
      quantity_change: change,
      from_location_id: from,
      to_location_id: to,
      before_status: unit.status,
      after_status: status,
      actor_id: cause.actorId,
      client_scan_id: cause.clientScanId ?? null,
      reason_code: cause.reason ?? null,
      note: cause.note ?? null,
      undoes_movement_id: cause.undoes ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type MovedUnit = Movement & { readonly unit: Unit; readonly reason: string | null };

async function recordAll(tx: Database, movements: readonly MovedUnit[], { actorId, note }: Pick<Cause, 'actorId' | 'note'>): Promise<void> {
  const column = <T>(read: (movement: MovedUnit) => T) => movements.map(read);
  await sql`
    insert into stock_movements (unit_id, listing_id, type, quantity_change, from_location_id, to_location_id, before_status, after_status,
      reason_code, note, actor_id)
    select m.*, ${note ?? null}::text, ${actorId}::bigint
    from unnest(${column(({ unit }) => unit.id)}::bigint[], ${column(({ unit }) => unit.listingId)}::bigint[], ${column(({ type }) => type)}::text[],
      ${column(({ change }) => change)}::smallint[], ${column(({ from }) => from)}::int[], ${column(({ to }) => to)}::int[],
      ${column(({ unit, type }) => (type === 'ADD' ? null : unit.status))}::text[], ${column(({ status }) => status)}::text[],
      ${column(({ reason }) => reason)}::text[]) as m`.execute(tx);
}

/** How the counts change, in the order of location ids. */
function countChanges(movements: readonly MovedUnit[]): [locationId: number, { listingId: number | null; change: number }[]][] {
  const sums = new Map<number, Map<number | null, number>>();
  const add = (locationId: number | null, listingId: number | null, change: number) => {
    if (locationId === null) return;
    const listings = sums.get(locationId) ?? new Map<number | null, number>();
    sums.set(locationId, listings.set(listingId, (listings.get(listingId) ?? 0) + change));
  };
  for (const { unit, from, to } of movements) {
    add(from, unit.listingId, -1);
    add(to, unit.listingId, 1);
  }
  return [...sums].sort(([a], [b]) => a - b).map(([locationId, listings]) => [locationId, [...listings].map(([listingId, change]) => ({ listingId, change }))]);
}

async function insertUnits(tx: Database, item: ScannedItem, { locationId, status }: Whereabouts, quantity: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into units (listing_id, identifier, location_id, status, source)
    select ${item.listingId}::bigint, ${item.identifier}::text, ${locationId}::int, ${status}::text, 'COUNT' from generate_series(1, ${quantity}::int)
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

async function updateUnits(tx: Database, movements: readonly MovedUnit[]): Promise<void> {
  if (movements.length === 0) return;
  await sql`
    update units u set location_id = coalesce(m.location_id, u.location_id), status = m.status, updated_at = now()
    from unnest(${movements.map(({ unit }) => unit.id)}::bigint[], ${movements.map(({ to }) => to)}::int[],
      ${movements.map(({ status }) => status)}::text[]) as m (id, location_id, status)
    where u.id = m.id`.execute(tx);
}

async function updateUnit(tx: Database, unitId: number, values: { location_id?: number; status: Unit['status'] }): Promise<void> {
  await tx
    .updateTable('units')
    .set({ ...values, updated_at: sql`now()` })
    .where('id', '=', unitId)
    .execute();
}

/** Changes the counts of one location, and its total after them, the listings in the order of their ids. */
async function changeCounts(
  tx: Database,
  locationId: number,
  changes: readonly { readonly listingId: number | null; readonly change: number }[],
): Promise<void> {
  const listingIds = changes.map(({ listingId }) => listingId);
  const numbers = changes.map(({ change }) => change);
  // The rows are made and locked first: an insert of a negative number would be refused by the table's check before
  // PostgreSQL sees that the row exists, and an update takes its rows in no order.
  await sql`insert into stock_counts (location_id, listing_id, on_hand)
    select ${locationId}::int, listing_id, 0 from unnest(${listingIds}::bigint[]) as listing_id order by listing_id
    on conflict (location_id, listing_id) do update set on_hand = stock_counts.on_hand`.execute(tx);
  await sql`update stock_counts c set on_hand = c.on_hand + change.number
    from unnest(${listingIds}::bigint[], ${numbers}::int[]) as change (listing_id, number)
    where c.location_id = ${locationId} and c.listing_id is not distinct from change.listing_id`.execute(tx);
  const total = numbers.reduce((sum, number) => sum + number, 0);
  await sql`insert into location_counts (location_id, on_hand) values (${locationId}, 0) on conflict (location_id) do nothing`.execute(tx);
  await sql`update location_counts set on_hand = on_hand + ${total} where location_id = ${locationId}`.execute(tx);
}
