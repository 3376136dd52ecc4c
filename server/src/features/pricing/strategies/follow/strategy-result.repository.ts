import type { StrategyExplanation } from '@stowage/contract/pricing/price-strategies';
import { sql } from 'kysely';
import type { Database } from '../../../../platform/database/connection/connect.ts';
import { onlyRow } from '../../../../platform/database/only-row.ts';

export interface StrategyResult {
  readonly sku: string;
  /** Decimal text. */
  readonly wanted: string | null;
  readonly heldBy: string | null;
  readonly reason: string | null;
  readonly explanation: StrategyExplanation;
  /** Whether the job of these results sends or holds it. */
  readonly isInJob: boolean;
}

/** Stores the last decisions. A price that stays held keeps the job in which a person can approve it. */
export async function saveResults(tx: Database, results: readonly StrategyResult[], { jobId, at }: { jobId: number | null; at: Date }): Promise<void> {
  await sql`
    insert into price_strategy_results as r (listing_id, decided_at, wanted, held_by, held_reason, explanation, job_id)
    select l.id, ${at}, i.wanted, i."heldBy", i.reason, i.explanation, case when i."isInJob" then ${jobId}::bigint end
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as i (sku text, wanted numeric, "heldBy" text, reason text, explanation jsonb, "isInJob" boolean)
    join listings l on l.seller_sku = i.sku order by l.id
    on conflict (listing_id) do update set decided_at = excluded.decided_at, wanted = excluded.wanted, held_by = excluded.held_by,
      held_reason = excluded.held_reason, explanation = excluded.explanation,
      job_id = case when excluded.job_id is null and excluded.held_by is not null and r.held_by = excluded.held_by and r.wanted is not distinct from excluded.wanted
        then r.job_id else excluded.job_id end`.execute(tx);
}

/** A price that is not sent again for some time: a person decides about it, or Amazon rejected it. */
export interface StoppedPrice {
  readonly sku: string;
  /** Decimal text. */
  readonly wanted: string | null;
  readonly heldBy: string | null;
  readonly isRejected: boolean;
}

/** A rejected price is sent again after this time, or when it changes. */
const RETRY_REJECTED_MINUTES = 60;

export async function findStopped(db: Database, skus: readonly string[], now: Date): Promise<ReadonlyMap<string, StoppedPrice>> {
  const { rows } = await sql<StoppedPrice>`
    select l.seller_sku as sku, r.wanted::text as wanted, r.held_by as "heldBy", coalesce(c.outcome = 'REJECTED', false) as "isRejected"
    from listings l join price_strategy_results r on r.listing_id = l.id
    left join listing_changes c on c.job_id = r.job_id and c.seller_sku = l.seller_sku and r.decided_at > ${now}::timestamptz - make_interval(mins => ${RETRY_REJECTED_MINUTES})
    where l.seller_sku = any(${skus}::text[]) and (r.held_by is not null or c.outcome = 'REJECTED')`.execute(db);
  return new Map(rows.map((row) => [row.sku, row]));
}

/** Records what a guard of the whole job held after the decisions. */
export async function saveJobHolds(tx: Database, jobId: number): Promise<void> {
  await sql`
    update price_strategy_results r set held_by = c.held_by, held_reason = c.reason
    from listing_changes c join listings l on l.seller_sku = c.seller_sku
    where c.job_id = ${jobId} and c.held_by is not null and r.listing_id = l.id and r.job_id = ${jobId} and r.held_by is null`.execute(tx);
}

/** The strategies that are on, and the prices that strategies moved by more than a percentage since a time. */
export async function countFollowed(tx: Database, { jobId, movePercent, since }: { jobId: number; movePercent: number; since: Date }) {
  const { rows } = await sql<{ priced: number; moving: number }>`
    select (select count(*)::int from price_strategies where is_on) as priced, (
      select count(distinct c.seller_sku)::int from listing_jobs j join listing_changes c on c.job_id = j.id
      where j.kind = 'follow-prices' and (j.id = ${jobId} or j.started_at > ${since}) and c.new_price is not null and c.old_price is not null
        and abs(c.new_price - c.old_price) * 100 > ${movePercent} * c.old_price) as moving`.execute(tx);
  return onlyRow({ rows });
}

/** The listings of a job. */
export async function listJobListings(db: Database, jobId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select l.id from listing_changes c join listings l on l.seller_sku = c.seller_sku where c.job_id = ${jobId}`.execute(db);
  return rows.map(({ id }) => id);
}
