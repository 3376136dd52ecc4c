import type { AuditMiss, AuditResult } from '@stowage/contract/inventory/audit';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { hidden, hiddenRows } from '../../../platform/database/hidden-value.ts';
import type { ScannedItem } from '../ledger/stock-ledger.repository.ts';
import { type Unit, unitColumns } from '../ledger/stock-movement.repository.ts';
import { inStock } from '../units/in-stock.condition.ts';
import { isOfItem, ofCode, ofListing } from '../units/of-item.condition.ts';
import { joinProduct } from '../units/product-of-unit.condition.ts';

/** With a location's id: shared by audits of it, exclusive while a count of it is posted. */
export const COUNTED_LOCATION_LOCK = 871_006;

export interface Round {
  readonly id: string;
  readonly locationId: number;
  /** The person who scanned. */
  readonly actorId: number;
  readonly clientScanId: string;
}

/**
 * Locks rounds in the order of their ids until the transaction ends, so that the scans of one shelf are serialized. The first
 * scan creates its round; a recorded scan creates none.
 * @returns the location of each round as created, by round id
 */
export async function lockRounds(tx: Database, rounds: readonly Round[]): Promise<ReadonlyMap<string, number>> {
  const ids = rounds.map(({ id }) => id);
  await sql`/* prepared: start_rounds */
    insert into audit_rounds (id, location_id, started_by)
    select distinct on (id) id, location_id, started_by
    from ${hiddenRows(rounds, { id: 'text[]', locationId: 'int[]', actorId: 'bigint[]', clientScanId: 'text[]' })} with ordinality as r (id, location_id, started_by, client_scan_id, nth)
    where not exists (select from scan_ids s where s.client_scan_id = r.client_scan_id) order by id, nth
    on conflict (id) do nothing`.execute(tx);
  const { rows } = await sql<Pick<Round, 'id' | 'locationId'>>`/* prepared: lock_rounds */
    select id, location_id as "locationId" from audit_rounds where id = any(${ids}::text[]) order by id for update`.execute(tx);
  return new Map(rows.map(({ id, locationId }) => [id, locationId]));
}

/**
 * Waits until no count of the locations is being posted. A posting locks all units of its location, and `lockUncountedUnits`
 * would skip them as if they were gone. The first lock of audit scans, so that they can't deadlock.
 */
export async function waitForPosting(tx: Database, locationIds: readonly number[]): Promise<void> {
  const ids = [...new Set(locationIds)].sort((one, other) => one - other);
  await sql`/* prepared: wait_for_posting */
    select pg_advisory_xact_lock_shared(${COUNTED_LOCATION_LOCK}::int, id) from unnest(${hidden(ids, 'int[]')}) as l (id)`.execute(tx);
}

/** Scans of one item by one round. */
export interface ItemOfRound {
  readonly roundId: string;
  readonly locationId: number;
  readonly item: ScannedItem;
  readonly scans: readonly unknown[];
}

/** The scanned items as rows `g`; those without a listing have the spellings of their code, computed once for each (`offset 0`). */
function wanted(items: readonly ItemOfRound[]) {
  const rows = items.map(({ roundId, locationId, item: { listingId, identifier }, scans }) => ({
    ...{ roundId, locationId, listingId },
    ...{ code: listingId === null ? identifier : null, count: scans.length },
  }));
  return sql`(
    select s.*, spellings_of_code(s.code) as spellings
    from ${hiddenRows(rows, { roundId: 'text[]', locationId: 'int[]', listingId: 'bigint[]', code: 'text[]', count: 'int[]' })}
      with ordinality as s (round_id, location_id, listing_id, code, scans, nth) offset 0
  ) g`;
}

/** @property nth the position of its item, from 1 */
type FoundUnit = Unit & { readonly nth: number };

/**
 * Units in the location that the round has not counted, as many as were scanned, locked; less where others have locked them.
 * @returns the units of each item
 * Plan: the units of each item in the location in the order of the in-stock index, each with its marks by unit, until enough have none; those of a code by its
 * spellings, sorted. (The planner doesn't know how many the limit is. In the order of the id alone it might walk through all units by their key: 16 ms of 400,000;
 * an equality would take the listing out of the order.)
 * The cost grows with the units of the item that the round has counted, and with those of a code in the location, not with the stock.
 */
export async function lockUncountedUnits(tx: Database, items: readonly ItemOfRound[]): Promise<Unit[][]> {
  const uncounted = (isWanted: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`
    select g.nth::int, u.* from ${wanted(items)} cross join lateral (
      select ${unitColumns} from units u
      where u.location_id = g.location_id and ${isWanted} and ${inStock} and not exists (select 1 from audit_marks k where k.round_id = g.round_id and k.unit_id = u.id)
      order by ${order} limit g.scans for update of u skip locked
    ) u`;
  const units: Unit[][] = items.map(() => []);
  for (const isListed of [true, false]) {
    if (!items.some(({ item }) => (item.listingId !== null) === isListed)) continue;
    const statement = isListed
      ? sql<FoundUnit>`/* prepared: lock_uncounted_of_listing */ ${uncounted(sql`u.listing_id between g.listing_id and g.listing_id`, sql`u.listing_id, u.id`)}`
      : sql<FoundUnit>`/* prepared: lock_uncounted_of_code */ ${uncounted(ofCode, sql`u.id + 0`)}`;
    const { rows } = await statement.execute(tx);
    for (const { nth, ...unit } of rows) units[nth - 1]?.push(unit);
  }
  return units;
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

export interface Mark {
  readonly roundId: string;
  readonly code: string;
  readonly clientScanId: string;
}

/** Marks the units of scans as counted by their rounds, with the scans' movements. */
export async function markCountedInRounds(tx: Database, marks: readonly Mark[]): Promise<void> {
  await sql`/* prepared: mark_counted */
    insert into audit_marks (round_id, unit_id, movement_id, scanned_code)
    select k.round_id, m.unit_id, m.id, k.code
    from ${hiddenRows(marks, { roundId: 'text[]', clientScanId: 'text[]', code: 'text[]' })}
      as k (round_id, client_scan_id, code)
    cross join lateral (select m.id, m.unit_id from scan_ids s join stock_movements m on m.id = s.movement_id where s.client_scan_id = k.client_scan_id offset 0) m
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
 * The units of each item that its round has counted in the location, and those booked there.
 * Plan: the units of each item in the location from the index only, the marks of each by unit: 0.03 ms for seven.
 */
export async function countRounds(tx: Database, items: readonly ItemOfRound[]): Promise<{ counted: number; expected: number }[]> {
  const booked = (isWanted: RawBuilder<unknown>) => sql`select u.id from units u where u.location_id = g.location_id and ${isWanted} and ${inStock}`;
  const { rows } = await sql<{ counted: number; expected: number }>`/* prepared: count_rounds */
    select c.counted, c.expected from ${wanted(items)} cross join lateral (
      select count(k.unit_id)::int as counted, count(*)::int as expected
      from (${booked(ofListing)} union all ${booked(ofCode)}) u
      left join audit_marks k on k.round_id = g.round_id and k.unit_id = u.id
    ) c order by g.nth`.execute(tx);
  return rows;
}

/**
 * The other locations of each item, the one with most units first; at most nine, one per answer key.
 * Plan: a row per location from the listing's counts; for a code without a listing, its units by code: 0.05 ms.
 */
export async function listOtherLocations(tx: Database, items: readonly ItemOfRound[]): Promise<AuditResult['elsewhere'][]> {
  const { rows } = await sql<AuditResult['elsewhere'][number] & { nth: number }>`
    select g.nth::int, s.id as location_id, s.code as location, c.on_hand as count from ${wanted(items)} cross join lateral (
      select location_id, on_hand from (
        select location_id, on_hand from stock_counts where listing_id = g.listing_id
        union all select u.location_id, count(*)::int from units u where ${ofCode} and ${inStock} group by u.location_id
      ) c where location_id <> g.location_id and on_hand > 0
      order by on_hand desc, location_id limit 9
    ) c join locations s on s.id = c.location_id
    order by g.nth, c.on_hand desc, s.id`.execute(tx);
  const others: AuditResult['elsewhere'][] = items.map(() => []);
  for (const { nth, ...other } of rows) others[nth - 1]?.push(other);
  return others;
}

type Described = Pick<AuditResult, 'item_name' | 'seller_sku' | 'sku_condition' | 'identifier'>;

/** The name, SKU and condition of each item. */
export async function describeItems(tx: Database, items: readonly ScannedItem[]): Promise<Described[]> {
  const { rows } = await sql<Described>`/* prepared: describe_items */
    select p.title as item_name, l.seller_sku, l.condition as sku_condition, i.identifier
    from ${hiddenRows(items, { listingId: 'bigint[]', identifier: 'text[]' })} with ordinality as i (listing_id, identifier, nth)
    left join listings l on l.id = i.listing_id ${joinProduct(sql`i.identifier`)} order by i.nth`.execute(tx);
  return rows;
}
