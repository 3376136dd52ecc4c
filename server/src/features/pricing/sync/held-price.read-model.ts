import { HELD_LIMIT } from '@stowage/contract/pricing/pricing-breakdown';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { APPROVAL_HOURS } from '../engine/listing-facts.read-model.ts';

/**
 * The SKUs whose prices the last completed sync holds and nobody has approved since, and the ID of that sync.
 * Plan: the newest jobs by key, the held changes by their index, approvals by SKU.
 */
export async function findHeldPrices(db: Database, now: Date): Promise<{ jobCode: string | undefined; skus: string[] }> {
  const { rows } = await sql<{ code: string; skus: string[] }>`
    select j.code::text as code, array(
      select c.seller_sku from listing_changes c where c.job_id = j.id and c.held_by is not null
        and not exists (
          select from price_approvals v where v.seller_sku = c.seller_sku and v.price = c.new_price
            and v.approved_at > ${now}::timestamptz - make_interval(hours => ${APPROVAL_HOURS}))
      order by c.seller_sku limit ${HELD_LIMIT}
    ) as skus
    from listing_jobs j where j.kind = 'sync-listings' and j.status = 'COMPLETED' order by j.id desc limit 1`.execute(db);
  return { jobCode: rows[0]?.code, skus: rows[0]?.skus ?? [] };
}
