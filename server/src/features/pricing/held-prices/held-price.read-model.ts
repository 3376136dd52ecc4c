import { HELD_LIMIT } from '@stowage/contract/pricing/pricing-breakdown';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { type FoundSkus, isFound } from '../breakdown/found-skus.condition.ts';
import { isUndecided } from './held-price.condition.ts';

/**
 * The SKUs whose prices the last completed sync holds and nobody has approved or declined since, and the ID of that sync.
 * Plan: the newest jobs by key, the held changes by their index, approvals by SKU.
 * @param found only these SKUs
 */
export async function findHeldPrices(db: Database, now: Date, found?: FoundSkus): Promise<{ jobCode: string | undefined; skus: string[] }> {
  const { rows } = await sql<{ code: string; skus: string[] }>`
    select j.code::text as code, array(
      select c.seller_sku from listing_changes c
      where c.job_id = j.id and c.held_by is not null and ${isFound(sql`c.seller_sku`, found)} and ${isUndecided(sql`${now}::timestamptz`)}
      order by c.seller_sku limit ${HELD_LIMIT}
    ) as skus
    from listing_jobs j where j.kind = 'sync-listings' and j.status = 'COMPLETED' order by j.id desc limit 1`.execute(db);
  return { jobCode: rows[0]?.code, skus: rows[0]?.skus ?? [] };
}

/** How many prices of a job wait for a person. */
export async function countUndecided(db: Database, jobId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from listing_changes c where c.job_id = ${jobId} and c.held_by is not null and ${isUndecided()}`.execute(db);
  return rows[0]?.count ?? 0;
}
