import type { RootCause } from '@stowage/contract/inventory/counts';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import type { ScannedItem } from '../ledger/stock-ledger.repository.ts';
import { inStock } from '../units/in-stock.repository.ts';

/** A line `n` of `count_lines`: how many of its item are booked in its location now. */
export const onHandOfLine = sql<number>`(
  case when n.listing_id is null
    then (select count(*)::int from units u
      where u.location_id = n.location_id and u.listing_id is null and upper(u.identifier) = upper(n.identifier) and ${inStock})
    else coalesce((select c.on_hand from stock_counts c where c.location_id = n.location_id and c.listing_id = n.listing_id), 0)
  end)`;

export interface Line {
  readonly id: number;
  readonly countId: number;
  readonly locationId: number;
  readonly listingId: number | null;
  readonly identifier: string;
  readonly expected: number;
  readonly counted: number | null;
  readonly booked: number | null;
  readonly round: number;
  readonly rootCause: RootCause | null;
  readonly otherLocationId: number | null;
  readonly reviewedOnHand: number | null;
  readonly onHand: number;
}

interface Row {
  id: number;
  count_id: number;
  location_id: number;
  listing_id: number | null;
  identifier: string;
  expected: number;
  counted: number | null;
  booked: number | null;
  round: number;
  root_cause: RootCause | null;
  other_location_id: number | null;
  reviewed_on_hand: number | null;
  on_hand: number;
}

const columns = sql`n.id, n.count_id, n.location_id, n.listing_id, n.identifier, n.expected, n.counted, n.booked, n.round, n.root_cause, n.other_location_id,
  n.reviewed_on_hand, ${onHandOfLine} as on_hand`;

export async function findLine(tx: Database, countId: number, lineId: number): Promise<Line | undefined> {
  const { rows } = await sql<Row>`select ${columns} from count_lines n where n.count_id = ${countId} and n.id = ${lineId}`.execute(tx);
  return rows[0] && toLine(rows[0]);
}

/** Every line of a count, in the order of locations; its count is locked, so they stay as they are. */
export async function listLines(tx: Database, countId: number): Promise<Line[]> {
  const { rows } = await sql<Row>`select ${columns} from count_lines n where n.count_id = ${countId} order by n.location_id, n.id`.execute(tx);
  return rows.map(toLine);
}

/** The item's line in a location, made where nobody expected the item there. */
export async function findOrAddLine(tx: Database, place: { countId: number; locationId: number; round: number }, item: ScannedItem): Promise<Line> {
  const find = async () => {
    const { rows } = await sql<Row>`
      select ${columns} from count_lines n
      where n.count_id = ${place.countId} and n.location_id = ${place.locationId}
        and ${item.listingId === null ? sql`n.listing_id is null and upper(n.identifier) = upper(${item.identifier}::text)` : sql`n.listing_id = ${item.listingId}`}`.execute(
      tx,
    );
    return rows[0] && toLine(rows[0]);
  };
  const known = await find();
  if (known !== undefined) return known;
  await tx
    .insertInto('count_lines')
    .values({
      count_id: place.countId,
      location_id: place.locationId,
      listing_id: item.listingId,
      identifier: item.identifier,
      expected: 0,
      round: place.round,
    })
    .execute();
  const added = await find();
  if (added === undefined) throw new Error('The line that was just added is not there');
  return added;
}

/** Keeps what was counted of a line, against what is booked at this moment. */
export async function setCounted(tx: Database, line: Line, counted: number): Promise<void> {
  await tx.updateTable('count_lines').set({ counted, booked: line.onHand }).where('id', '=', line.id).execute();
}

export interface Entry {
  readonly clientId: string;
  readonly lineId: number;
  readonly countId: number;
  readonly round: number;
  readonly kind: 'SCAN' | 'NUMBER';
  readonly quantity: number;
  readonly actorId: number;
}

/** What a client id was used for, if it was. */
export async function findEntry(tx: Database, clientId: string): Promise<Entry | undefined> {
  const row = await tx
    .selectFrom('count_entries')
    .select(['client_id', 'line_id', 'count_id', 'round', 'kind', 'quantity', 'actor_id'])
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return (
    row && {
      clientId: row.client_id,
      lineId: row.line_id,
      countId: row.count_id,
      round: row.round,
      kind: row.kind as Entry['kind'],
      quantity: row.quantity,
      actorId: row.actor_id,
    }
  );
}

/** @throws a unique violation of `count_entries_pkey` when another count uses this id at this moment */
export async function insertEntry(tx: Database, entry: Entry): Promise<void> {
  await tx
    .insertInto('count_entries')
    .values({
      client_id: entry.clientId,
      line_id: entry.lineId,
      count_id: entry.countId,
      round: entry.round,
      kind: entry.kind,
      quantity: entry.quantity,
      actor_id: entry.actorId,
    })
    .execute();
}

export async function countUncounted(tx: Database, countId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from count_lines where count_id = ${countId} and counted is null`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** What nobody has counted is not there. */
export async function countRestAsMissing(tx: Database, countId: number): Promise<void> {
  await sql`update count_lines n set counted = 0, booked = ${onHandOfLine} where n.count_id = ${countId} and n.counted is null`.execute(tx);
}

/** Empties the lines that differ, to be counted in another round. @returns how many they are */
export async function emptyDifferences(tx: Database, countId: number, round: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update count_lines set counted_before = counted, counted = null, booked = null, round = ${round},
      root_cause = null, other_location_id = null, reviewed_on_hand = null
    where count_id = ${countId} and counted <> booked`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

export async function setCause(tx: Database, lineId: number, rootCause: RootCause | null, otherLocationId: number | null): Promise<void> {
  await tx.updateTable('count_lines').set({ root_cause: rootCause, other_location_id: otherLocationId }).where('id', '=', lineId).execute();
}

/**
 * Gives a cause to the lines of a count that differ and have none.
 * @param only the lines that can have it
 * @returns how many
 */
export async function setCauseOfRest(tx: Database, countId: number, rootCause: RootCause, only: 'missing' | 'surplus' | 'both'): Promise<number> {
  const differs = { missing: sql<boolean>`counted < booked`, surplus: sql<boolean>`counted > booked`, both: sql<boolean>`counted <> booked` };
  const { numUpdatedRows } = await tx
    .updateTable('count_lines')
    .set({ root_cause: rootCause, other_location_id: null })
    .where('count_id', '=', countId)
    .where('root_cause', 'is', null)
    .where(differs[only])
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** A person has looked at the line as it stands. */
export async function setLookedAt(tx: Database, line: Line): Promise<void> {
  await tx.updateTable('count_lines').set({ reviewed_on_hand: line.onHand }).where('id', '=', line.id).execute();
}

function toLine(row: Row): Line {
  return {
    id: row.id,
    countId: row.count_id,
    locationId: row.location_id,
    listingId: row.listing_id,
    identifier: row.identifier,
    expected: row.expected,
    counted: row.counted,
    booked: row.booked,
    round: row.round,
    rootCause: row.root_cause,
    otherLocationId: row.other_location_id,
    reviewedOnHand: row.reviewed_on_hand,
    onHand: row.on_hand,
  };
}
