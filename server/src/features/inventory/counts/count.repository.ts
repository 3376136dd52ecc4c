import type { CountState } from '@stowage/contract/inventory/counts';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { inStock } from '../units/in-stock.condition.ts';
import type { Hold } from './count.rules.ts';

export interface Count {
  readonly id: number;
  readonly state: CountState;
  readonly isBlind: boolean;
  readonly round: number;
  readonly assigneeId: number | null;
  readonly startedBy: number;
  readonly hold: Hold | undefined;
  /** The people who counted in earlier rounds. */
  readonly countedBefore: readonly number[];
}

interface NewCount {
  readonly isBlind: boolean;
  readonly assigneeId: number | null;
  readonly dueOn: string | null;
  readonly startedBy: number;
  readonly locationIds: readonly number[];
}

/**
 * Starts a count and saves the booked quantities as expected, in one snapshot.
 * @throws a unique violation of `count_session_locations_open_key` while one of the locations is being counted
 */
export async function insertCount(tx: Database, count: NewCount): Promise<number> {
  const { id } = await tx
    .insertInto('count_sessions')
    .values({ is_blind: count.isBlind, assignee_id: count.assigneeId, due_on: count.dueOn, started_by: count.startedBy })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`insert into count_session_locations (count_id, location_id)
    select ${id}, location_id from unnest(${count.locationIds}::int[]) as location_id order by location_id`.execute(tx);
  await sql`
    insert into count_lines (count_id, location_id, listing_id, identifier, expected)
    select ${id}, location_id, listing_id, identifier, expected from (
      select c.location_id, c.listing_id, coalesce(l.fnsku, l.seller_sku, l.asin, '') as identifier, c.on_hand as expected
      from stock_counts c join listings l on l.id = c.listing_id
      where c.location_id = any(${count.locationIds}::int[]) and c.on_hand > 0
      union all
      select location_id, null, min(identifier), sum(units)::int from (
        select u.location_id, min(u.identifier) as identifier, count(*) as units
        from units u where u.location_id = any(${count.locationIds}::int[]) and u.listing_id is null and ${inStock}
        group by u.location_id, upper(u.identifier)
      ) codes group by location_id, spellings_of_code(identifier)
    ) booked order by location_id, listing_id, identifier`.execute(tx);
  return id;
}

/** The open count of one of these locations. */
export async function findOpenCountOf(db: Database, locationIds: readonly number[]): Promise<{ id: number; location: string } | undefined> {
  return db
    .selectFrom('count_session_locations as c')
    .innerJoin('locations as s', 's.id', 'c.location_id')
    .select(['c.count_id as id', 's.code as location'])
    .where('c.is_open', '=', true)
    .where('c.location_id', 'in', locationIds)
    .orderBy('c.location_id')
    .executeTakeFirst();
}

/** The count, locked until the transaction ends. */
export async function lockCount(tx: Database, id: number): Promise<Count | undefined> {
  const row = await tx
    .selectFrom('count_sessions')
    .select(['id', 'state', 'is_blind', 'round', 'assignee_id', 'started_by', 'holder_id', 'holder_device', 'held_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { rows: before } = await sql<{ actor_id: number }>`/* prepared: list_earlier_counters */
    select distinct actor_id from count_entries where count_id = ${id} and round < ${row.round}`.execute(tx);
  return {
    id,
    state: row.state as CountState,
    isBlind: row.is_blind,
    round: row.round,
    assigneeId: row.assignee_id,
    startedBy: row.started_by,
    hold: row.holder_id === null || row.held_at === null ? undefined : { userId: row.holder_id, device: row.holder_device ?? '', heldAt: row.held_at },
    countedBefore: before.map(({ actor_id }) => actor_id),
  };
}

/** Whether a person counted in any round so far, the current one included. */
export async function hasCounted(tx: Database, countId: number, userId: number): Promise<boolean> {
  const entry = tx.selectFrom('count_entries').select('client_id').where('count_id', '=', countId).where('actor_id', '=', userId);
  return (await entry.limit(1).executeTakeFirst()) !== undefined;
}

export async function setHold(tx: Database, id: number, hold: Hold | undefined): Promise<void> {
  await tx
    .updateTable('count_sessions')
    .set({ holder_id: hold?.userId ?? null, holder_device: hold?.device ?? null, held_at: hold?.heldAt ?? null })
    .where('id', '=', id)
    .execute();
}

export async function setState(tx: Database, id: number, state: CountState): Promise<void> {
  await tx.updateTable('count_sessions').set({ state }).where('id', '=', id).execute();
}

/** Starts another round, for one person or for anyone. */
export async function beginRound(tx: Database, id: number, { round, assigneeId }: { round: number; assigneeId: number | null }): Promise<void> {
  await tx.updateTable('count_sessions').set({ state: 'RECOUNT', round, assignee_id: assigneeId }).where('id', '=', id).execute();
}

/** Ends a count, so that its locations can be counted again. A posted count stores its accuracy. */
export async function closeCount(tx: Database, id: number, { state, actorId, at }: { state: 'POSTED' | 'CANCELED'; actorId: number; at: Date }): Promise<void> {
  const isPosted = state === 'POSTED';
  await sql`
    update count_sessions set state = ${state}, closed_by = ${actorId}, closed_at = ${at}, holder_id = null, holder_device = null, held_at = null,
      counted_lines = case when ${isPosted}::boolean then (select count(counted) from count_lines where count_id = ${id}) end,
      equal_lines = case when ${isPosted}::boolean then (select count(*) from count_lines where count_id = ${id} and counted = booked) end
    where id = ${id}`.execute(tx);
  await tx.updateTable('count_session_locations').set({ is_open: false }).where('count_id', '=', id).execute();
}

/** The location's id if the count includes it. */
export async function findCountedLocation(tx: Database, countId: number, locationId: number): Promise<number | undefined> {
  const { rows } = await sql<{ location_id: number }>`/* prepared: find_counted_location */
    select location_id from count_session_locations where count_id = ${countId} and location_id = ${locationId}`.execute(tx);
  return rows[0]?.location_id;
}

export async function listCountedLocations(tx: Database, countId: number): Promise<number[]> {
  const rows = await tx.selectFrom('count_session_locations').select('location_id').where('count_id', '=', countId).orderBy('location_id').execute();
  return rows.map(({ location_id }) => location_id);
}
