import type { AuditMiss, AuditResult } from '@stowage/contract/inventory/audit';
import { type RawBuilder, sql } from 'kysely';
import { ADVISORY_LOCKS } from '../../../platform/database/advisory-locks.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { ScannedItem } from '../ledger/stock-ledger.repository.ts';
import type { Unit } from '../ledger/stock-movement.repository.ts';
import { inStock } from '../units/in-stock.repository.ts';

interface Round {
  readonly id: string;
  readonly locationId: number;
}

/**
 * The round, begun with its first scan and locked until the transaction ends: the scans of one shelf take turns.
 * @returns the round as it was begun, which may have been for another location
 */
export async function lockRound(tx: Database, round: Round, actorId: number): Promise<Round> {
  await sql`insert into audit_rounds (id, location_id, started_by) values (${round.id}, ${round.locationId}, ${actorId})
    on conflict (id) do nothing`.execute(tx);
  const begun = await tx.selectFrom('audit_rounds').select('location_id').where('id', '=', round.id).forUpdate().executeTakeFirstOrThrow();
  return { id: round.id, locationId: begun.location_id };
}

/**
 * Waits while a count of the place is posted: its units are all locked then, and would be passed over as if they were
 * not there. Taken before anything else, so that nobody waits for whoever waits here.
 */
export async function waitForPosting(tx: Database, locationId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${ADVISORY_LOCKS.countedLocation}, ${locationId})`.execute(tx);
}

/**
 * A unit of this item in this place that the round has not seen, locked. One that nobody is changing right now is
 * preferred; where somebody changes them all, the first is waited for: it may well stay here.
 * @param roundId without one, whether or not a round has seen it
 * Plan: the item's units in the place in order from the index of what is in stock, the marks of each by its unit,
 * until one has none: 0.03 ms. It grows with how many of the item the round has seen here, not with the stock.
 */
export async function lockUncountedUnit(tx: Database, item: ScannedItem, locationId: number, roundId?: string): Promise<Unit | undefined> {
  const isUnseen = roundId === undefined ? sql`true` : sql`not exists (select 1 from audit_marks k where k.round_id = ${roundId} and k.unit_id = u.id)`;
  const first = sql`
    select u.id, u.listing_id, u.location_id, u.status from units u
    where u.location_id = ${locationId} and ${isItem(item)} and ${inStock} and ${isUnseen}
    order by u.id limit 1`;
  const find = async (lock: RawBuilder<unknown>) => {
    const { rows } = await sql<{ id: number; listing_id: number | null; location_id: number; status: Unit['status'] }>`${first} ${lock}`.execute(tx);
    return rows[0] && { id: rows[0].id, listingId: rows[0].listing_id, locationId: rows[0].location_id, status: rows[0].status };
  };
  // Whoever was waited for may have taken the unit away; then the next one is looked for, as long as one is booked.
  do {
    const unit = (await find(sql`for update of u skip locked`)) ?? (await find(sql`for update of u`));
    if (unit !== undefined) return unit;
  } while ((await find(sql``)) !== undefined);
  return undefined;
}

/** Remembers that the round has seen a unit, by the movement that its scan made. */
export async function markSeen(tx: Database, mark: { roundId: string; unitId: number; code: string; clientScanId: string }): Promise<void> {
  await sql`
    insert into audit_marks (round_id, unit_id, movement_id, scanned_code)
    select ${mark.roundId}, unit_id, id, ${mark.code} from stock_movements where client_scan_id = ${mark.clientScanId}
    on conflict (round_id, unit_id) do update set movement_id = excluded.movement_id`.execute(tx);
}

interface Miss {
  readonly result: AuditMiss['result'];
  readonly clientScanId: string;
  readonly code: string;
  readonly locationId: number | null;
  readonly message: string;
  readonly actorId: number;
}

/** Remembers a scan that counted nothing, once. @returns whether it is new */
export async function recordMiss(db: Database, miss: Miss): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into audit_misses (client_scan_id, result, scanned_code, location_id, message, actor_id)
    values (${miss.clientScanId}, ${miss.result}, ${miss.code}, ${miss.locationId}, ${miss.message}, ${miss.actorId})
    on conflict (client_scan_id, result) do nothing`.execute(db);
  return numAffectedRows === 1n;
}

/**
 * How many units of the item the round has seen in the place, of how many that are booked there.
 * Plan: the item's units in the place from the index alone, the marks of each by its unit: 0.03 ms for seven.
 */
export async function countSeen(tx: Database, item: ScannedItem, { id, locationId }: Round): Promise<{ counted: number; expected: number }> {
  const { rows } = await sql<{ counted: number; expected: number }>`
    select count(k.unit_id)::int as counted, count(*)::int as expected
    from units u left join audit_marks k on k.round_id = ${id} and k.unit_id = u.id
    where u.location_id = ${locationId} and ${isItem(item)} and ${inStock}`.execute(tx);
  return rows[0] ?? { counted: 0, expected: 0 };
}

/**
 * Where else units of the item are booked, the fullest place first; at most nine, one per key.
 * Plan: a row per place from the listing's counts; a code without a listing counts its units, found by the code: 0.05 ms.
 */
export async function listOtherPlaces(tx: Database, item: ScannedItem, locationId: number): Promise<AuditResult['elsewhere']> {
  const { rows } = await sql<AuditResult['elsewhere'][number]>`
    select s.id as location_id, s.code as location, c.on_hand as count
    from (${item.listingId === null ? countsOfCode(item) : sql`select location_id, on_hand from stock_counts where listing_id = ${item.listingId}`}) c
    join locations s on s.id = c.location_id
    where c.location_id <> ${locationId} and c.on_hand > 0
    order by c.on_hand desc, s.id limit 9`.execute(tx);
  return rows;
}

/** The names that a person knows the item by. */
export async function describeItem(
  tx: Database,
  item: ScannedItem,
): Promise<{ item_name: string | null; seller_sku: string | null; sku_condition: number | null; identifier: string }> {
  const { rows } = await sql<{ item_name: string; seller_sku: string | null; sku_condition: number }>`
    select p.title as item_name, l.seller_sku, l.condition as sku_condition
    from listings l join products p on p.id = l.product_id where l.id = ${item.listingId}`.execute(tx);
  return { item_name: null, seller_sku: null, sku_condition: null, ...rows[0], identifier: item.identifier };
}

function countsOfCode(item: ScannedItem) {
  return sql`select u.location_id, count(*)::int as on_hand from units u where ${isItem(item)} and ${inStock} group by u.location_id`;
}

function isItem({ listingId, identifier }: ScannedItem) {
  return listingId === null ? sql`u.listing_id is null and upper(u.identifier) = upper(${identifier}::text)` : sql`u.listing_id = ${listingId}`;
}
