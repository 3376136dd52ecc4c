import type { PriceStrategyFields } from '@stowage/contract/pricing/price-strategies';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { type StrategyJson, toRow } from './strategy-columns.ts';
import { strategyJson } from './strategy-row.condition.ts';

/** A number that no strategy had before: one that is set again must not look like the one that was deleted. */
export const NEXT_VERSION = sql<number>`nextval('price_strategy_versions')`;

export interface StoredStrategy {
  readonly listingId: number;
  readonly sku: string | null;
  readonly row: StrategyJson | null;
}

/** The strategy of a listing. @param isLocked until the end of the transaction @returns undefined if there is no such listing */
export async function findStrategy(db: Database, listingId: number, isLocked = false): Promise<StoredStrategy | undefined> {
  // In a statement of its own: one that waits for a lock reads the joined rows as they were before it waited.
  if (isLocked) await lockStrategies(db, [listingId]);
  const { rows } = await sql<StoredStrategy>`
    select l.id as "listingId", l.seller_sku as sku, ${strategyJson('s')} as row
    from listings l left join price_strategies s on s.listing_id = l.id where l.id = ${listingId}`.execute(db);
  return rows[0];
}

/** Locks listings in their order, so that two people don't change their strategies at the same time. */
export async function lockStrategies(tx: Database, listingIds: readonly (number | string)[]): Promise<void> {
  await sql`select from listings where id = any(${listingIds}::bigint[]) order by id for no key update`.execute(tx);
}

/** @returns its new version */
export async function saveStrategy(tx: Database, listingId: number, fields: PriceStrategyFields): Promise<number> {
  const { schedule_days: days, ...row } = toRow(fields);
  const columns = { ...row, schedule_days: days === null ? null : sql<number[]>`${days}::smallint[]`, version: NEXT_VERSION };
  const { version } = await tx
    .insertInto('price_strategies')
    .values({ listing_id: listingId, ...columns })
    .onConflict((conflict) => conflict.column('listing_id').doUpdateSet(columns))
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** Removes a strategy that did not exist before an action. */
export async function deleteStrategies(tx: Database, listingIds: readonly (number | string)[]): Promise<void> {
  await sql`delete from price_strategies where listing_id = any(${listingIds}::bigint[])`.execute(tx);
}

/** Another account: nobody has decided about its prices. */
export async function turnOffAll(tx: Database): Promise<void> {
  await sql`update price_strategies set is_on = false, version = ${NEXT_VERSION} where is_on`.execute(tx);
}
