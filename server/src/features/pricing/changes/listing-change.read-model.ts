import type { ChangeFilter, ListingChange } from '@stowage/contract/pricing/listing-changes';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { fixHintOf } from '../feeds/fix-hint.rules.ts';

/** One page of a job's changes, sorted by SKU. */
export async function listChanges(
  db: Database,
  jobId: number,
  { only, offset, limit }: { only: ChangeFilter | undefined; offset: number; limit: number },
): Promise<ListingChange[]> {
  return selectChanges(db, sql`c.job_id = ${jobId} and ${isWanted(only)} order by c.seller_sku limit ${limit} offset ${offset}`);
}

/** The changes after a SKU, sorted by SKU: one batch of an export. */
export async function listChangesAfter(
  db: Database,
  jobId: number,
  { only, after, limit }: { only: ChangeFilter | undefined; after: string; limit: number },
): Promise<ListingChange[]> {
  return selectChanges(db, sql`c.job_id = ${jobId} and c.seller_sku > ${after} and ${isWanted(only)} order by c.seller_sku limit ${limit}`);
}

export async function countChanges(db: Database, jobId: number, only: ChangeFilter | undefined): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from listing_changes c ${joinReread} where c.job_id = ${jobId} and ${isWanted(only)}`.execute(db);
  return rows[0]?.count ?? 0;
}

async function selectChanges(db: Database, rest: RawBuilder<unknown>): Promise<ListingChange[]> {
  const { rows } = await sql<Omit<ListingChange, 'hint'>>`
    select c.seller_sku as sku, m.asin, c.old_price::text as "oldPrice", c.new_price::text as "newPrice", c.old_quantity as "oldQuantity",
      c.new_quantity as "newQuantity", c.sends_price as "sendsPrice", c.sends_quantity as "sendsQuantity", c.outcome, c.reason,
      case when r.result = 'DRIFT' then r.note end as drift
    from listing_changes c left join marketplace_listings m on m.seller_sku = c.seller_sku ${joinReread} where ${rest}`.execute(db);
  return rows.map((row) => ({ ...row, hint: fixHintOf(row.reason) }));
}

const joinReread = sql`left join listing_rereads r on r.job_id = c.job_id and r.seller_sku = c.seller_sku`;

function isWanted(only: ChangeFilter | undefined): RawBuilder<SqlBool> {
  if (only === undefined) return sql`true`;
  return only === 'DRIFT' ? sql`r.result = 'DRIFT'` : sql`c.outcome = ${only}`;
}
