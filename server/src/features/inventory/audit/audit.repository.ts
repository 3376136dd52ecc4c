import type { AuditMiss, AuditResult } from '@stowage/contract/inventory/audit';
import { type RawBuilder, sql } from 'kysely';
import { ADVISORY_LOCKS } from '../../../platform/database/advisory-locks.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import type { ScannedItem } from '../ledger/stock-ledger.repository.ts';
import { type Unit, unitColumns } from '../ledger/stock-movement.repository.ts';
import { inStock } from '../units/in-stock.condition.ts';
import { isOfItem } from '../units/of-item.condition.ts';

interface Round {
  readonly id: string;
  readonly locationId: number;
}

/**
 * The round, locked until the transaction ends so that the scans of one shelf are serialized. The first scan creates it.
 * @returns the round as created, which may be of another location
 */
export async function lockRound(tx: Database, round: Round, actorId: number): Promise<Round> {
  await sql`insert into audit_rounds (id, location_id, started_by) values (${round.id}, ${round.locationId}, ${actorId})
    on conflict (id) do nothing`.execute(tx);
  const created = await tx.selectFrom('audit_rounds').select('location_id').where('id', '=', round.id).forUpdate().executeTakeFirstOrThrow();
  return { id: round.id, locationId: created.location_id };
}

/**
 * Waits until no count of the location is being posted. A posting locks all units of the location, and
 * `lockUncountedUnit` would skip them as if they were gone. The first lock of an audit scan, so that it can't deadlock.
 */
export async function waitForPosting(tx: Database, locationId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${ADVISORY_LOCKS.countedLocation}, ${locationId})`.execute(tx);
}

/**
 * A unit of the item in the location that the round has not counted, locked. Prefers a unit that no other transaction has
 * locked; if all are locked, waits for the first, because it may stay here.
 * @param roundId without it, any unit
 * Plan: the item's units in the location from the in-stock index, each with its marks by unit, until one has none: 0.03 ms.
 * The cost grows with the units of the item that the round has counted, not with the stock.
 */
export async function lockUncountedUnit(tx: Database, item: ScannedItem, locationId: number, roundId?: string): Promise<Unit | undefined> {
  const isUncounted = roundId === undefined ? sql`true` : sql`not exists (select 1 from audit_marks k where k.round_id = ${roundId} and k.unit_id = u.id)`;
  const first = sql`
    select ${unitColumns} from units u
    where u.location_id = ${locationId} and ${isOfItem(item)} and ${inStock} and ${isUncounted}
    order by u.id limit 1`;
  const find = async (lock: RawBuilder<unknown>) => (await sql<Unit>`${first} ${lock}`.execute(tx)).rows[0];
  // The other transaction may have moved the unit away; tries the next one as long as one is booked.
  do {
    const unit = (await find(sql`for update of u skip locked`)) ?? (await find(sql`for update of u`));
    if (unit !== undefined) return unit;
  } while ((await find(sql``)) !== undefined);
  return undefined;
}

/** Marks a unit as counted by the round, with the movement of the scan. */
export async function markCountedInRound(tx: Database, mark: { roundId: string; unitId: number; code: string; clientScanId: string }): Promise<void> {
  await sql`
    insert into audit_marks (round_id, unit_id, movement_id, scanned_code)
    select ${mark.roundId}, m.unit_id, m.id, ${mark.code} from scan_ids s join stock_movements m on m.id = s.movement_id where s.client_scan_id = ${mark.clientScanId}
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

/** Records a scan that counted nothing, once. @returns whether it is new */
export async function recordMiss(db: Database, miss: Miss): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into audit_misses (client_scan_id, result, scanned_code, location_id, message, actor_id)
    values (${miss.clientScanId}, ${miss.result}, ${miss.code}, ${miss.locationId}, ${miss.message}, ${miss.actorId})
    on conflict (client_scan_id, result) do nothing`.execute(db);
  return numAffectedRows === 1n;
}

/**
 * The units of the item that the round has counted in the location, and those booked there.
 * Plan: the item's units in the location from the index only, the marks of each by unit: 0.03 ms for seven.
 */
export async function countRound(tx: Database, item: ScannedItem, { id, locationId }: Round): Promise<{ counted: number; expected: number }> {
  const { rows } = await sql<{ counted: number; expected: number }>`
    select count(k.unit_id)::int as counted, count(*)::int as expected
    from units u left join audit_marks k on k.round_id = ${id} and k.unit_id = u.id
    where u.location_id = ${locationId} and ${isOfItem(item)} and ${inStock}`.execute(tx);
  return rows[0] ?? { counted: 0, expected: 0 };
}

/**
 * The other locations of the item, the one with most units first; at most nine, one per answer key.
 * Plan: a row per location from the listing's counts; for a code without a listing, its units by code: 0.05 ms.
 */
export async function listOtherLocations(tx: Database, item: ScannedItem, locationId: number): Promise<AuditResult['elsewhere']> {
  const { rows } = await sql<AuditResult['elsewhere'][number]>`
    select s.id as location_id, s.code as location, c.on_hand as count
    from (${item.listingId === null ? countsOfCode(item) : sql`select location_id, on_hand from stock_counts where listing_id = ${item.listingId}`}) c
    join locations s on s.id = c.location_id
    where c.location_id <> ${locationId} and c.on_hand > 0
    order by c.on_hand desc, s.id limit 9`.execute(tx);
  return rows;
}

/** The item's name, SKU and condition. */
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
  return sql`select u.location_id, count(*)::int as on_hand from units u where ${isOfItem(item)} and ${inStock} group by u.location_id`;
}
