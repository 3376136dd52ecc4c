import type { RootCause } from '@stowage/contract/inventory/count-review';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import type { ScannedItem } from '../ledger/stock-ledger.repository.ts';
import { inStock } from '../units/in-stock.condition.ts';
import { isOfSpelling } from '../units/of-item.condition.ts';

/** The units of a `count_lines` row `n` that are booked in its location now. */
export const onHandOfLine = sql<number>`(
  case when n.listing_id is null
    then (select count(*)::int from unnest(spellings_of_code(n.identifier)) as spelling cross join lateral (
      select from units u where u.location_id = n.location_id and ${isOfSpelling} and ${inStock} offset 0) u)
    else coalesce((select c.on_hand from stock_counts c where c.location_id = n.location_id and c.listing_id = n.listing_id), 0)
  end)`;

export interface Line extends ScannedItem {
  readonly id: number;
  readonly countId: number;
  readonly locationId: number;
  readonly expected: number;
  readonly counted: number | null;
  readonly booked: number | null;
  readonly round: number;
  readonly rootCause: RootCause | null;
  readonly otherLocationId: number | null;
  /** The booked quantity when a person last accepted the difference. */
  readonly reviewedOnHand: number | null;
  readonly onHand: number;
}

const selectLines = sql`
  select n.id, n.count_id as "countId", n.location_id as "locationId", n.listing_id as "listingId", n.identifier, n.expected, n.counted, n.booked, n.round,
    n.root_cause as "rootCause", n.other_location_id as "otherLocationId", n.reviewed_on_hand as "reviewedOnHand", ${onHandOfLine} as "onHand"
  from count_lines n`;

export async function findLine(tx: Database, countId: number, lineId: number): Promise<Line | undefined> {
  const { rows } = await sql<Line>`${selectLines} where n.count_id = ${countId} and n.id = ${lineId}`.execute(tx);
  return rows[0];
}

/** The line of an entry, which may have become another one since. */
export async function findLineOfEntry(tx: Database, countId: number, clientId: string): Promise<Line | undefined> {
  const { rows } = await sql<Line>`/* prepared: find_line_of_entry */
    ${selectLines} where n.count_id = ${countId} and n.id = (select line_id from count_entries where client_id = ${clientId})`.execute(tx);
  return rows[0];
}

/** The codes of lines without a listing, in upper case. */
export async function listUnlistedCodes(tx: Database, countId: number): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`/* prepared: list_unlisted_codes */
    select distinct upper(identifier) as code from count_lines where count_id = ${countId} and listing_id is null`.execute(tx);
  return rows.map(({ code }) => code);
}

/** The lines of some codes without a listing. @param codes upper case */
export async function listLinesOfCodes(tx: Database, countId: number, codes: readonly string[]): Promise<Line[]> {
  const { rows } = await sql<Line>`
    ${selectLines} where n.count_id = ${countId} and n.listing_id is null and upper(n.identifier) = any(${codes}::text[]) order by n.location_id, n.id`.execute(
    tx,
  );
  return rows;
}

/** Makes a line of a code the line of its listing, or adds it to the listing's line in that location. */
export async function mergeIntoListing(tx: Database, line: Line, { listingId, identifier }: { listingId: number; identifier: string }): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from count_lines where count_id = ${line.countId} and location_id = ${line.locationId} and listing_id = ${listingId}`.execute(tx);
  const target = rows[0]?.id;
  if (target !== undefined) return mergeLine(tx, line, target);
  await tx.updateTable('count_lines').set({ listing_id: listingId, identifier }).where('id', '=', line.id).execute();
  await bookAgain(tx, line.id);
}

/** Adds a line to another line of the same location, and deletes it. */
export async function mergeLine(tx: Database, line: Pick<Line, 'id'>, target: number): Promise<void> {
  await tx.updateTable('count_entries').set({ line_id: target }).where('line_id', '=', line.id).execute();
  // A line that has to be counted again makes the whole item count again.
  await sql`
    update count_lines n set expected = n.expected + o.expected, counted_before = nullif(coalesce(n.counted_before, 0) + coalesce(o.counted_before, 0), 0),
      counted = m.counted, booked = case when m.counted is not null then 0 end, round = greatest(n.round, o.round), reviewed_on_hand = null,
      root_cause = case when n.root_cause is not distinct from o.root_cause then n.root_cause end,
      other_location_id = case when n.other_location_id is not distinct from o.other_location_id then n.other_location_id end
    from count_lines o, count_lines t, lateral (
      select case when (t.round < o.round and o.counted is null) or (o.round < t.round and t.counted is null) then null
        else coalesce(t.counted + o.counted, t.counted, o.counted) end as counted
    ) m
    where n.id = ${target} and t.id = n.id and o.id = ${line.id}`.execute(tx);
  await tx.deleteFrom('count_lines').where('id', '=', line.id).execute();
  await bookAgain(tx, target);
}

/** Compares a counted line with the stock of this moment. */
async function bookAgain(tx: Database, lineId: number): Promise<void> {
  await sql`update count_lines n set booked = ${onHandOfLine} where n.id = ${lineId} and n.counted is not null`.execute(tx);
}

/** All lines of a locked count, ordered by location. */
export async function listLines(tx: Database, countId: number): Promise<Line[]> {
  const { rows } = await sql<Line>`${selectLines} where n.count_id = ${countId} order by n.location_id, n.id`.execute(tx);
  return rows;
}

/** The item's line in a location; adds one with nothing expected if there is none. */
export async function findOrAddLine(tx: Database, place: { countId: number; locationId: number; round: number }, item: ScannedItem): Promise<Line> {
  const inPlace = sql`${selectLines} where n.count_id = ${place.countId} and n.location_id = ${place.locationId}`;
  const find =
    item.listingId === null
      ? sql<Line>`/* prepared: find_line_of_code */ ${inPlace} and n.listing_id is null and upper(n.identifier) = any(spellings_of_code(${item.identifier}::text))`
      : sql<Line>`/* prepared: find_line_of_listing */ ${inPlace} and n.listing_id = ${item.listingId}`;
  const [line] = (await find.execute(tx)).rows;
  if (line !== undefined) return line;
  const { countId, locationId, round } = place;
  const added = { count_id: countId, location_id: locationId, listing_id: item.listingId, identifier: item.identifier, expected: 0, round };
  await tx.insertInto('count_lines').values(added).execute();
  const [addedLine] = (await find.execute(tx)).rows;
  if (addedLine === undefined) throw new Error('The added line was not found');
  return addedLine;
}

/** Saves the counted quantity, together with the booked quantity of this moment. */
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

export async function insertEntry(tx: Database, { clientId, lineId, countId, round, kind, quantity, actorId }: Entry): Promise<void> {
  const values = { client_id: clientId, line_id: lineId, count_id: countId, round, kind, quantity, actor_id: actorId };
  await tx.insertInto('count_entries').values(values).execute();
}

export async function countUncounted(tx: Database, countId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from count_lines where count_id = ${countId} and counted is null`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Counts the uncounted lines as zero. */
export async function countRemainingAsMissing(tx: Database, countId: number): Promise<void> {
  await sql`update count_lines n set counted = 0, booked = ${onHandOfLine} where n.count_id = ${countId} and n.counted is null`.execute(tx);
}

/** Makes the lines with a difference uncounted again, for the next round. @returns the number of lines */
export async function resetDifferingLines(tx: Database, countId: number, round: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update count_lines set counted_before = counted, counted = null, booked = null, round = ${round},
      root_cause = null, other_location_id = null, reviewed_on_hand = null
    where count_id = ${countId} and counted <> booked`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

export async function setCause(tx: Database, lineId: number, rootCause: RootCause | null, otherLocationId: number | null): Promise<void> {
  await tx.updateTable('count_lines').set({ root_cause: rootCause, other_location_id: otherLocationId }).where('id', '=', lineId).execute();
}

/** Sets the cause of the lines with a difference and without a cause. @returns the number of lines */
export async function setCauseOfUnexplained(tx: Database, countId: number, rootCause: RootCause, only: 'missing' | 'surplus' | 'both'): Promise<number> {
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

/** Records that a person accepted the difference at the current stock. */
export async function markReviewed(tx: Database, line: Line): Promise<void> {
  await tx.updateTable('count_lines').set({ reviewed_on_hand: line.onHand }).where('id', '=', line.id).execute();
}
