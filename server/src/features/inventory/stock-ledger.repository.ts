import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { inStock } from './in-stock.repository.ts';
import type { LocationReference } from './location.repository.ts';

/**
 * The only writer of `units`, `stock_movements`, `stock_counts`, `location_counts` and `listing_counts`: each function
 * keeps them in step, in the caller's transaction or in one statement. Rows are locked in this order: the unit; by
 * location id the location's counts, then its total; by listing id the listing's total.
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
  /** Of a unit that came from a vendor: the receipt that brought it, and what it cost, as decimal text. */
  readonly receiptId?: number;
  readonly cost?: string | null;
}

/**
 * Takes one unit into a location: unit, movement and count in one statement, so in one round trip and one commit.
 * A unit in a location whose stock is not for sale is in quarantine.
 * @returns the unit's id, or undefined when there is no such location in use
 * @throws a unique violation of `stock_movements_client_scan_id_key` when this scan was recorded already
 */
export async function addUnit(db: Database, unit: NewUnit): Promise<number | undefined> {
  const id = 'id' in unit.location ? unit.location.id : null;
  const code = 'code' in unit.location ? unit.location.code : null;
  const { rows } = await sql<{ id: number }>`/* prepared: add_unit */
    with place as (
      select id, case when sellable then 'AVAILABLE' else 'QUARANTINE' end as status
      from locations
      where active and id = coalesce(${id}::int, (select id from locations where upper(code) = upper(${code}::text)))
      -- Whoever takes the location out of use waits, and sees the unit; or this waits, and finds it out of use.
      for key share
    ), unit as (
      insert into units (listing_id, identifier, location_id, status, source, cost)
      select ${unit.listingId}::bigint, ${unit.identifier}::text, id, status, ${unit.source}::text, ${unit.cost ?? null}::numeric from place
      returning id, listing_id, location_id, status
    ), moved as (
      insert into stock_movements (unit_id, listing_id, type, quantity_change, to_location_id, after_status, actor_id, client_scan_id, receipt_id)
      select id, listing_id, 'ADD', 1, location_id, status, ${unit.actorId}::bigint, ${unit.clientScanId}::text, ${unit.receiptId ?? null}::bigint from unit
    ), counted as (
      insert into stock_counts (location_id, listing_id, on_hand) select location_id, listing_id, 1 from unit
      on conflict (location_id, listing_id) do update set on_hand = stock_counts.on_hand + 1
      returning location_id, listing_id, on_hand
    ), totalled as (
      -- Reads what the count returned: the rows are then always locked in this order.
      insert into location_counts (location_id, on_hand, listings)
      select location_id, 1, (listing_id is not null and on_hand = 1)::int from counted
      on conflict (location_id) do update set on_hand = location_counts.on_hand + 1, listings = location_counts.listings + excluded.listings
      returning location_id
    ), listed as (
      update listing_counts c set on_hand = c.on_hand + 1, quarantine = c.quarantine + (unit.status = 'QUARANTINE')::int
      from unit, totalled where c.listing_id = unit.listing_id
    )
    select id from unit`.execute(db);
  return rows[0]?.id;
}

/** The unit, locked until the transaction ends: whoever changes it next waits. */
export async function lockUnit(tx: Database, unitId: number): Promise<Unit | undefined> {
  const row = await tx.selectFrom('units').select(['id', 'listing_id', 'location_id', 'status']).where('id', '=', unitId).forUpdate().executeTakeFirst();
  return row && { id: row.id, listingId: row.listing_id, locationId: row.location_id, status: row.status as Unit['status'] };
}

/** Units, locked in the order of their ids. */
export async function lockUnits(tx: Database, unitIds: readonly number[]): Promise<Unit[]> {
  const { rows } = await sql<Unit>`
    select id, listing_id as "listingId", location_id as "locationId", status from units where id = any(${unitIds}::bigint[]) order by id for update`.execute(
    tx,
  );
  return rows;
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
  for (const { locationId, change } of changes) await changeCount(tx, locationId, unit.listingId, change);
  await changeListing(tx, unit.listingId, unit.status, to.status);
  return movementId;
}

/** Moves a locked unit, where it is, to another listing of its product. @returns the movement's id */
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

/**
 * Gives a listing the units in stock that were scanned under codes which nobody knew: each leaves the stock of unknown
 * codes and comes back, where it is, as the listing's. Two movements, so that replaying them needs no rule of its own.
 * @param codes upper case
 * @returns the units, and the codes of their locations
 */
export async function identifyUnits(
  tx: Database,
  { codes, listingId, identifier, actorId }: { codes: readonly string[]; listingId: number; identifier: string; actorId: number },
): Promise<{ unitId: number; location: string }[]> {
  const { rows: units } = await sql<Unit & { location: string }>`
    select u.id, u.listing_id as "listingId", u.location_id as "locationId", u.status, s.code as location from units u join locations s on s.id = u.location_id
    where u.listing_id is null and upper(u.identifier) = any(${codes}::text[]) and ${inStock} order by u.id for update of u`.execute(tx);
  if (units.length === 0) return [];
  const ids = units.map(({ id }) => id);
  await sql`
    with taken as (
      insert into stock_movements (unit_id, listing_id, type, quantity_change, from_location_id, before_status, after_status, reason_code, actor_id)
      select id, null, 'REMOVE', -1, location_id, status, 'REMOVED', 'IDENTIFIED', ${actorId} from units where id = any(${ids}::bigint[]) order by id
      returning id, unit_id, from_location_id, before_status
    )
    insert into stock_movements (unit_id, listing_id, type, quantity_change, to_location_id, before_status, after_status, reason_code, actor_id, undoes_movement_id)
    select unit_id, ${listingId}::bigint, 'ADD', 1, from_location_id, 'REMOVED', before_status, 'IDENTIFIED', ${actorId}::bigint, id from taken order by id`.execute(
    tx,
  );
  await sql`update units set listing_id = ${listingId}, identifier = ${identifier}, updated_at = now() where id = any(${ids}::bigint[])`.execute(tx);
  await changeCounts(tx, units.flatMap(identification(listingId)), []);
  return units.map(({ id, location }) => ({ unitId: id, location }));
}

const identification =
  (listingId: number) =>
  (unit: Unit): MovedUnit[] => [
    { unit, type: 'REMOVE', change: -1, from: unit.locationId, to: null, status: 'REMOVED', reason: null },
    { unit: { ...unit, listingId }, type: 'ADD', change: 1, from: null, to: unit.locationId, status: unit.status, reason: null },
  ];

/** Says that a locked unit was seen where it is booked. @returns the movement's id */
export async function confirmUnit(tx: Database, unit: Unit, cause: Cause): Promise<number> {
  const { locationId, listingId, status } = unit;
  const movementId = await record(tx, unit, { type: 'AUDIT_COUNT', change: 0, from: locationId, to: locationId, status }, cause);
  if (listingId !== null) await markCounted(tx, [listingId]);
  return movementId;
}

/** Takes a locked unit out of stock. @returns the movement's id */
export async function removeUnit(tx: Database, unit: Unit, cause: Cause): Promise<number> {
  await updateUnit(tx, unit.id, { status: 'REMOVED' });
  const movementId = await record(tx, unit, { type: 'REMOVE', change: -1, from: unit.locationId, to: null, status: 'REMOVED' }, cause);
  await changeCount(tx, unit.locationId, unit.listingId, -1);
  await changeListing(tx, unit.listingId, unit.status, undefined);
  return movementId;
}

/** Puts a locked, removed unit back where it was, as the opposite of its last removal. */
export async function restoreUnit(tx: Database, unit: Unit, status: Unit['status'], actorId: number): Promise<void> {
  await updateUnit(tx, unit.id, { status });
  await sql`
    insert into stock_movements (unit_id, listing_id, type, quantity_change, to_location_id, before_status, after_status, actor_id, undoes_movement_id)
    select unit_id, listing_id, 'ADD', 1, from_location_id, 'REMOVED', ${status}, ${actorId}, id
    from stock_movements where unit_id = ${unit.id} and type = 'REMOVE' order by id desc limit 1`.execute(tx);
  await changeCount(tx, unit.locationId, unit.listingId, 1);
  await changeListing(tx, unit.listingId, undefined, status);
}

/** A locked unit, and the status that it gets where it is. */
export interface StatusChange {
  readonly unit: Unit;
  readonly status: 'AVAILABLE' | 'SALE_PENDING' | 'QUARANTINE';
}

/** Promises locked units to an order, or takes the promise back. Nothing moves. */
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

/** Takes a locked unit out of stock: it goes to a customer. */
export async function shipUnit(tx: Database, unit: Unit, cause: DocumentCause): Promise<void> {
  const shipped = { unit, type: 'REMOVE', change: -1, from: unit.locationId, to: null, status: 'SHIPPED', reason: null } as const;
  await updateUnits(tx, [shipped]);
  await recordAll(tx, [shipped], cause);
  await changeCounts(tx, [shipped], []);
}

/** Puts locked, shipped units back where they were, each as the opposite of its shipping. */
export async function unshipUnits(tx: Database, units: readonly StatusChange[], cause: DocumentCause): Promise<void> {
  const { rows } = await sql<{ unit_id: number; id: number }>`
    select unit_id, max(id)::bigint as id from stock_movements
    where unit_id = any(${units.map(({ unit }) => unit.id)}::bigint[]) and type = 'REMOVE' and after_status = 'SHIPPED' group by unit_id`.execute(tx);
  const shippings = new Map(rows.map((row) => [row.unit_id, row.id]));
  const back = units.map(({ unit, status }) => {
    const undoes = shippings.get(unit.id);
    if (undoes === undefined) throw new Error(`Unit ${unit.id} was never shipped`);
    return { unit, type: 'ADD', change: 1, from: null, to: unit.locationId, status, reason: null, undoes } as const;
  });
  await updateUnits(tx, back);
  await recordAll(tx, back, cause);
  await changeCounts(tx, back, []);
}

/** Who brings something into the stock or out of it, and the document that says so. */
interface DocumentCause {
  /** null where nobody did it: the order itself came or went. */
  readonly actorId: number | null;
  /** The order that it was done for. */
  readonly orderId?: string;
  /** The count that is posted. */
  readonly countId?: number;
  /** What was decided about a returned unit. */
  readonly returnGradeId?: number;
  /** What was received from a vendor. */
  readonly receiptId?: number;
}

/** What a count found, or what came otherwise than it was received, to be brought into the stock. */
export interface Correction {
  readonly removals: readonly { readonly unit: Unit; readonly reason: string | null; readonly receiptId?: number }[];
  readonly moves: readonly { readonly unit: Unit; readonly to: Whereabouts; readonly reason: string | null; readonly receiptId?: number }[];
  readonly additions: readonly { readonly item: ScannedItem; readonly to: Whereabouts; readonly quantity: number; readonly reason: string | null }[];
  readonly confirmations: readonly Unit[];
}

interface Whereabouts {
  readonly locationId: number;
  readonly status: Unit['status'];
}

/**
 * Corrects many units at once, in few statements however many they are. The units are locked by the caller. Counts
 * change in the order of every movement.
 * @returns the ids of the units that came, went or moved
 */
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

/** Units of one item that a document brings. */
interface Delivery {
  readonly item: ScannedItem;
  readonly to: Whereabouts;
  readonly quantity: number;
  readonly reason: string | null;
  readonly source: NewUnit['source'];
  /** What each cost, as decimal text. */
  readonly cost?: string | null;
}

/** Takes the units that a document brings into a location. @returns their ids */
export async function receiveUnits(tx: Database, delivery: Delivery, cause: DocumentCause): Promise<number[]> {
  const added = await addUnits(tx, delivery);
  await recordAll(tx, added, cause);
  await changeCounts(tx, added, []);
  return added.map(({ unit }) => unit.id);
}

/** Takes locked units out of stock at once, each as the opposite of the movement that brought it. */
export async function withdrawUnits(tx: Database, units: readonly { readonly unit: Unit; readonly undoes: number }[], actorId: number): Promise<void> {
  const removed = units.map(
    ({ unit, undoes }) => ({ unit, undoes, type: 'REMOVE', change: -1, from: unit.locationId, to: null, status: 'REMOVED', reason: null }) as const,
  );
  await updateUnits(tx, removed);
  await recordAll(tx, removed, { actorId });
  await changeCounts(tx, removed, []);
}

export interface RecordedScan {
  readonly unitId: number;
  readonly type: string;
  readonly fromLocationId: number | null;
  readonly toLocationId: number | null;
  readonly listingId: number | null;
  readonly identifier: string;
  readonly actorId: number | null;
}

/** What a scan id was used for, if it was. */
export async function findScan(db: Database, clientScanId: string): Promise<RecordedScan | undefined> {
  const row = await db
    .selectFrom('stock_movements as m')
    .innerJoin('units as u', 'u.id', 'm.unit_id')
    .select(['m.unit_id', 'm.type', 'm.listing_id', 'm.from_location_id', 'm.to_location_id', 'u.identifier', 'm.actor_id'])
    .where('m.client_scan_id', '=', clientScanId)
    .executeTakeFirst();
  return (
    row && {
      unitId: row.unit_id,
      type: row.type,
      listingId: row.listing_id,
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
  readonly fromListingId: number | null;
}

export async function findMovement(db: Database, id: number): Promise<RecordedMovement | undefined> {
  const row = await db
    .selectFrom('stock_movements')
    .select(['id', 'unit_id', 'type', 'from_location_id', 'from_listing_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { id: row.id, unitId: row.unit_id, type: row.type, fromLocationId: row.from_location_id, fromListingId: row.from_listing_id };
}

/** The document by which a unit was taken out of stock last: it never came as was written there. */
export async function findDocumentOfRemoval(tx: Database, unitId: number): Promise<'RECEIPT' | 'RETURN' | undefined> {
  const { rows } = await sql<{ document: 'RECEIPT' | 'RETURN' | null }>`
    select case when coalesce(m.receipt_id, arrival.receipt_id) is not null then 'RECEIPT'
      when coalesce(m.return_grade_id, arrival.return_grade_id) is not null then 'RETURN' end as document
    from stock_movements m left join stock_movements arrival on arrival.id = m.undoes_movement_id
    where m.unit_id = ${unitId} and m.type = 'REMOVE' order by m.id desc limit 1`.execute(tx);
  return rows[0]?.document ?? undefined;
}

/** Writes down something about a unit. @returns what was written before; undefined where there is no such unit */
export async function setNotes(tx: Database, unitId: number, notes: string | null): Promise<{ before: string | null } | undefined> {
  const unit = await tx.selectFrom('units').select('notes').where('id', '=', unitId).forUpdate().executeTakeFirst();
  if (unit === undefined) return undefined;
  await tx.updateTable('units').set({ notes }).where('id', '=', unitId).execute();
  return { before: unit.notes };
}

interface Movement {
  readonly type: 'ADD' | 'LOCATION_CHANGE' | 'AUDIT_COUNT' | 'REMOVE' | 'CONDITION_CHANGE' | 'STATUS_CHANGE';
  readonly change: -1 | 0 | 1;
  readonly from: number | null;
  readonly to: number | null;
  /** What the unit's status is afterwards. */
  readonly status: Unit['status'];
  /** The listing that the unit left, if it did. */
  readonly fromListing?: number;
}

async function record(tx: Database, unit: Unit, { type, change, from, to, status, fromListing }: Movement, cause: Cause): Promise<number> {
  const { id } = await tx
    .insertInto('stock_movements')
    .values({
      unit_id: unit.id,
      listing_id: unit.listingId,
      type,
      quantity_change: change,
      from_location_id: from,
      to_location_id: to,
      from_listing_id: fromListing ?? null,
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

interface MovedUnit extends Movement {
  readonly unit: Unit;
  readonly reason: string | null;
  readonly receiptId?: number;
  /** The movement that it takes back. */
  readonly undoes?: number;
}

async function recordAll(tx: Database, movements: readonly MovedUnit[], { actorId, countId, returnGradeId, receiptId, orderId }: DocumentCause): Promise<void> {
  const column = <T>(read: (movement: MovedUnit) => T) => movements.map(read);
  await sql`
    insert into stock_movements (unit_id, listing_id, type, quantity_change, from_location_id, to_location_id, before_status, after_status,
      reason_code, receipt_id, undoes_movement_id, count_id, return_grade_id, order_id, actor_id)
    select m.*, ${countId ?? null}::bigint, ${returnGradeId ?? null}::bigint, ${orderId ?? null}::text, ${actorId}::bigint
    from unnest(${column(({ unit }) => unit.id)}::bigint[], ${column(({ unit }) => unit.listingId)}::bigint[], ${column(({ type }) => type)}::text[],
      ${column(({ change }) => change)}::smallint[], ${column(({ from }) => from)}::int[], ${column(({ to }) => to)}::int[],
      ${column(({ unit, type, undoes }) => (type === 'ADD' && undoes === undefined ? null : unit.status))}::text[], ${column(({ status }) => status)}::text[],
      ${column(({ reason }) => reason)}::text[], ${column((movement) => movement.receiptId ?? receiptId ?? null)}::bigint[],
      ${column(({ undoes }) => undoes ?? null)}::bigint[]) as m`.execute(tx);
}

/**
 * Changes what a document's movements change: by location each listing's count, then the location's total; then each
 * listing's total, and when the confirmed ones were counted.
 */
async function changeCounts(tx: Database, movements: readonly MovedUnit[], confirmedListings: readonly number[]): Promise<void> {
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

async function changeListings(tx: Database, listings: ReadonlyMap<number, ListingChange>, counted: readonly number[] = []): Promise<void> {
  await lockListings(tx, [...listings.keys(), ...counted]);
  for (const [listingId, change] of listings) await addToListing(tx, listingId, change);
  await markCounted(tx, counted);
}

function addListingChange(sums: Map<number, ListingChange>, listingId: number | null, change: ListingChange): void {
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

/** @returns the units, as movements that are still to be recorded */
async function addUnits(tx: Database, { item, to, quantity, reason, source, cost = null }: Delivery): Promise<MovedUnit[]> {
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
  await sql`
    update units u set location_id = coalesce(m.location_id, u.location_id), status = m.status, updated_at = now()
    from unnest(${movements.map(({ unit }) => unit.id)}::bigint[], ${movements.map(({ to }) => to)}::int[],
      ${movements.map(({ status }) => status)}::text[]) as m (id, location_id, status)
    where u.id = m.id`.execute(tx);
}

type UnitChange = { location_id?: number; status: Unit['status'] } | { listing_id: number; identifier: string };

async function updateUnit(tx: Database, unitId: number, values: UnitChange): Promise<void> {
  await tx
    .updateTable('units')
    .set({ ...values, updated_at: sql`now()` })
    .where('id', '=', unitId)
    .execute();
}

/** Changes how many units of a listing are in a location, and the location's total. */
async function changeCount(tx: Database, locationId: number, listingId: number | null, change: number): Promise<void> {
  const listings = await changeListingCount(tx, locationId, listingId, change);
  await changeTotal(tx, locationId, change, listings);
}

/**
 * Changes a count. The row is made first: an insert of a negative number would be refused by the table's check
 * before PostgreSQL sees that the row exists.
 * @returns by how many the location's number of listings changes: its first unit came, or its last one went
 */
async function changeListingCount(tx: Database, locationId: number, listingId: number | null, change: number): Promise<number> {
  await sql`insert into stock_counts (location_id, listing_id, on_hand) values (${locationId}, ${listingId}, 0)
    on conflict (location_id, listing_id) do nothing`.execute(tx);
  const { rows } = await sql<{ on_hand: number }>`update stock_counts set on_hand = on_hand + ${change}
    where location_id = ${locationId} and listing_id is not distinct from ${listingId}::bigint returning on_hand`.execute(tx);
  const onHand = rows[0]?.on_hand ?? 0;
  if (listingId === null) return 0;
  return Number(onHand > 0) - Number(onHand - change > 0);
}

async function changeTotal(tx: Database, locationId: number, change: number, listings: number): Promise<void> {
  await sql`insert into location_counts (location_id, on_hand) values (${locationId}, 0) on conflict (location_id) do nothing`.execute(tx);
  await sql`update location_counts set on_hand = on_hand + ${change}, listings = listings + ${listings} where location_id = ${locationId}`.execute(tx);
}

/** Changes a listing's total when a unit of it comes, goes (one of the two is undefined), or changes its status. */
async function changeListing(tx: Database, listingId: number | null, before: Unit['status'] | undefined, after: Unit['status'] | undefined): Promise<void> {
  if (listingId !== null && before !== after) await addToListing(tx, listingId, listingChange(before, after));
}

/** Keeps that listings were counted now. A transaction that began earlier may come later. */
async function markCounted(tx: Database, listingIds: readonly number[]): Promise<void> {
  await sql`update listing_counts set last_counted_at = greatest(last_counted_at, now()) where listing_id = any(${listingIds}::bigint[])`.execute(tx);
}

/** In the order of ids, so that two postings can't wait for each other. */
async function lockListings(tx: Database, listingIds: readonly number[]): Promise<void> {
  await sql`select 1 from listing_counts where listing_id = any(${listingIds}::bigint[]) order by listing_id for no key update`.execute(tx);
}

interface ListingChange {
  readonly onHand: number;
  readonly pending: number;
  readonly quarantine: number;
}

function listingChange(before: Unit['status'] | undefined, after: Unit['status'] | undefined): ListingChange {
  const change = (status: Unit['status']) => Number(after === status) - Number(before === status);
  return { onHand: Number(after !== undefined) - Number(before !== undefined), pending: change('SALE_PENDING'), quarantine: change('QUARANTINE') };
}

async function addToListing(tx: Database, listingId: number, { onHand, pending, quarantine }: ListingChange): Promise<void> {
  await sql`update listing_counts set on_hand = on_hand + ${onHand}, pending = pending + ${pending}, quarantine = quarantine + ${quarantine}
    where listing_id = ${listingId}`.execute(tx);
}
