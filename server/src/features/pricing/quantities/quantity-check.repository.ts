import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';

/** Quantities are decided again only while they are sent by themselves. */
const isOn = sql`exists (select from quantity_settings where mode = 'ON')`;

/**
 * Has the quantities of listings decided again, for a cause that is no movement of the ledger. In the transaction of the cause.
 * @param isForced sends them even if Amazon seems to show them, because it changes its own quantity at this cause
 */
export async function checkListings(tx: Database, listingIds: readonly number[], isForced = false): Promise<void> {
  if (listingIds.length === 0) return;
  await sql`insert into quantity_checks (listing_id, is_forced) select distinct id, ${isForced}::boolean from unnest(${listingIds}::bigint[]) as i (id)
    where ${isOn}`.execute(tx);
}

export async function checkSkus(tx: Database, skus: readonly string[]): Promise<void> {
  if (skus.length === 0) return;
  await sql`insert into quantity_checks (listing_id) select id from listings where seller_sku = any(${skus}::text[]) and ${isOn}`.execute(tx);
}

/** Has all quantities decided again. A row each time: a check that a decision has begun with may not know this cause. */
export async function checkAll(tx: Database): Promise<void> {
  await sql`insert into quantity_checks (listing_id) select null::bigint where ${isOn}`.execute(tx);
}

/** The listings of a job's changes that ended without an answer of the marketplace. */
export async function checkUnanswered(tx: Database, jobId: number): Promise<void> {
  await sql`
    insert into quantity_checks (listing_id, is_forced)
    select l.id, true from listing_changes c join listings l on l.seller_sku = c.seller_sku
    where c.job_id = ${jobId} and c.part is not null and c.outcome is null and c.sends_quantity and ${isOn}`.execute(tx);
}
