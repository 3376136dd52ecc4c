import { MINUTE_MS } from '@stowage/contract/formats/durations';
import type { PriceChannel } from '@stowage/contract/pricing/pricing';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../../platform/database/connection/connect.ts';
import { queueTask } from '../../../../platform/jobs/queue-task.ts';
import { isInChannels } from '../../engine/price-channel.condition.ts';

/** The queue's task that decides the prices of checked listings. */
export const REPRICE_TASK = 'decide-prices';
/** Causes that follow each other within this time are decided once. */
const COALESCE_MS = 500;

export interface PriceCheck {
  readonly listingId: number;
  readonly sku: string;
  readonly version: number;
}

/** Has the prices of listings decided again, in the transaction of the cause. Only strategies that are on are decided. */
export async function checkListingPrices(tx: Database, listingIds: readonly (number | string)[]): Promise<void> {
  if (listingIds.length > 0) await addChecks(tx, sql`s.listing_id = any(${listingIds}::bigint[])`);
}

export async function checkSkuPrices(tx: Database, skus: readonly string[]): Promise<void> {
  if (skus.length > 0) await addChecks(tx, sql`s.listing_id in (select id from listings where seller_sku = any(${skus}::text[]))`);
}

/** Has the prices of all listings of products decided again. Plan: listings by ASIN. */
export async function checkAsinPrices(tx: Database, asins: readonly string[]): Promise<void> {
  if (asins.length > 0) await addChecks(tx, sql`s.listing_id in (select l.id from listings l where upper(l.asin) = any(${asins}::text[]))`);
}

/** Costs, fees, MAPs, schedules and the age of offers change without a cause that is recorded here. */
export function checkAllPrices(db: Database): Promise<void> {
  return addChecks(db, sql`true`);
}

async function addChecks(db: Database, where: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql`
    insert into price_checks (listing_id, since, version) select s.listing_id, now(), nextval('price_check_versions')
      from price_strategies s where s.is_on and ${where} order by s.listing_id
    on conflict (listing_id) do update set version = excluded.version returning 1`.execute(db);
  if (rows.length > 0) await queueDeciding(db, COALESCE_MS);
}

const LONGEST_PAUSE_MS = 10 * MINUTE_MS;

/** Queues the decisions, one task at a time. A queued pause stays. */
export async function queueDeciding(db: Database, inMs: number): Promise<void> {
  await queueTask(db, REPRICE_TASK, { key: REPRICE_TASK, keepsTimeWithinMs: LONGEST_PAUSE_MS, queue: REPRICE_TASK, maxAttempts: 3, inMs });
}

/**
 * The checks of listings whose offers were read since their last decision, and then those that wait longest: a changed offer does not
 * wait for thousands of listings that are only checked. Those of paused channels wait. `followPrices` forgets those of listings that lost their SKU.
 */
export async function listChecks(db: Database, { limit, pausedChannels }: { limit: number; pausedChannels: readonly PriceChannel[] }): Promise<PriceCheck[]> {
  const { rows } = await sql<PriceCheck>`
    select c.listing_id as "listingId", coalesce(l.seller_sku, '') as sku, c.version from price_checks c join listings l on l.id = c.listing_id
      left join price_strategy_results r on r.listing_id = c.listing_id
    where not ${isInChannels(sql`l.seller_sku`, pausedChannels)}
    order by exists (select from offer_samples s where s.asin = upper(l.asin) and s.read_at > r.decided_at) desc, c.since, c.listing_id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Forgets decided checks. A listing that has a newer cause stays. */
export async function forgetPriceChecks(db: Database, checks: readonly PriceCheck[]): Promise<void> {
  await sql`delete from price_checks c using jsonb_to_recordset(${JSON.stringify(checks)}::jsonb) as d ("listingId" bigint, version bigint)
    where c.listing_id = d."listingId" and c.version = d.version`.execute(db);
}

/** Whether a job is still to send prices. */
export async function isPriceJobOpen(db: Database): Promise<boolean> {
  const { rows } = await sql`select from listing_jobs where finished_at is null and kind in ('sync-listings', 'fba-prices', 'follow-prices') limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
