import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { type FoundSkus, isFound } from '../breakdown/found-skus.condition.ts';
import { isApprovable, isApproval, isUndecided } from './held-price.condition.ts';

interface HeldFilter<Skus> {
  /** The public ID of the job. */
  readonly jobCode: string;
  /** Only these SKUs. */
  readonly skus: Skus;
  readonly now: Date;
}

/**
 * The SKUs whose prices a job decided by one of these methods and holds, and that wait for a decision.
 * Plan: the held changes of a job by their index, and their decisions by key.
 */
export async function listUndecided(
  db: Database,
  { jobCode, methods, skus, now }: HeldFilter<FoundSkus> & { readonly methods: readonly string[] },
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ sku: string }>`
    select c.seller_sku as sku from listing_changes c join listing_jobs j on j.id = c.job_id
    where j.code::text = ${jobCode} and c.held_by is not null and ${isUndecided(sql`${now}::timestamptz`)}
      and ${isFound(sql`c.seller_sku`, skus)}
      and exists (select from pricing_decisions d where d.job_id = c.job_id and d.seller_sku = c.seller_sku and d.pricing_method = any(${methods}::text[]))
    order by c.seller_sku limit ${limit}`.execute(db);
  return rows.map(({ sku }) => sku);
}

/** What is decided about each held price: its last decision, if that is about this price. */
export async function listDecisionsOf(
  db: Database,
  { jobCode, skus, now }: HeldFilter<readonly string[]>,
): Promise<ReadonlyMap<string, 'OPEN' | 'APPROVED' | 'DECLINED'>> {
  const { rows } = await sql<{ sku: string; decision: 'OPEN' | 'APPROVED' | 'DECLINED' }>`
    select c.seller_sku as sku, case when v.is_declined then 'DECLINED' when v.seller_sku is not null and ${isApproval(sql`${now}::timestamptz`)} then 'APPROVED' else 'OPEN' end as decision
    from listing_changes c join listing_jobs j on j.id = c.job_id
    left join price_approvals v on v.seller_sku = c.seller_sku and v.price = c.new_price
    where j.code::text = ${jobCode} and c.seller_sku = any(${skus}::text[]) and ${isApprovable}`.execute(db);
  return new Map(rows.map(({ sku, decision }) => [sku, decision]));
}

/** The person who started a job; null for a schedule. */
export async function findStarter(db: Database, jobCode: string): Promise<number | null> {
  const { rows } = await sql<{ started_by: number | null }>`select started_by from listing_jobs where code::text = ${jobCode}`.execute(db);
  return rows[0]?.started_by ?? null;
}

/** Locks the listings of SKUs, in their order, so that two people don't decide at the same time. Before the first decision there is no other row to lock. */
export async function lockApprovals(tx: DatabaseTransaction, skus: readonly string[]): Promise<void> {
  await sql`select from listings where seller_sku = any(${skus}::text[]) order by id for no key update`.execute(tx);
}

/** Approves or declines the held price of one listing. */
export async function decideHeld(
  tx: DatabaseTransaction,
  { jobCode, sku, isDeclined, userId, now }: { jobCode: string; sku: string; isDeclined: boolean; userId: number; now: Date },
): Promise<void> {
  await sql`
    insert into price_approvals (seller_sku, price, approved_by, approved_at, is_declined)
    select c.seller_sku, c.new_price, ${userId}, ${now}, ${isDeclined} from listing_changes c join listing_jobs j on j.id = c.job_id
    where j.code::text = ${jobCode} and c.seller_sku = ${sku} and ${isApprovable}
    on conflict (seller_sku) do update set price = excluded.price, approved_by = excluded.approved_by,
      approved_at = excluded.approved_at, is_declined = excluded.is_declined`.execute(tx);
}
