import type { ChangeOutcome } from '@stowage/contract/pricing/listing-jobs';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database, DatabasePool, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { joinByHash } from '../../../platform/database/join-methods.ts';
import { allOf } from '../../../platform/database/list-query.ts';
import { isApproval } from '../held-prices/held-price.condition.ts';
import { learn } from '../listing-state/listing-state.repository.ts';
import { checkUnanswered } from '../quantities/quantity-check.repository.ts';
import { answeredByJob, hasUnanswered } from '../quantities/quantity-send.repository.ts';

/** A change that is planned to be sent. */
export interface PlannedChange {
  readonly sku: string;
  readonly position: number;
  /** Decimal text; undefined when the price stays. */
  readonly price: string | undefined;
  readonly quantity: number | undefined;
  /** It was sent by itself, and the marketplace may have it although its answer was lost. */
  readonly isAttempted: boolean;
}

/** The part number of changes that are sent one by one; feeds are numbered from 1. */
export const PATCHES_PART = 0;

/** Counts the prices of a job, and those among them that move by more than a percentage. */
export async function countMoves(
  tx: Database,
  jobId: number,
  movePercent: number,
  retryOfJobId: number | undefined,
): Promise<{ moving: number; priced: number }> {
  const { rows } = await sql<{ moving: number; priced: number }>`
    select count(*) filter (where ${hasMoved(movePercent)} and ${wasNotSent(retryOfJobId)})::int as moving, count(*)::int as priced
    from listing_changes c where c.job_id = ${jobId} and c.new_price is not null and c.old_price is not null`.execute(tx);
  return rows[0] ?? { moving: 0, priced: 0 };
}

/** Holds every price that moves, unless a person approved exactly this price. @returns how many */
export async function holdMoves(
  tx: Database,
  jobId: number,
  { movePercent, reason, retryOfJobId }: { movePercent: number; reason: string; retryOfJobId: number | undefined },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update listing_changes c set held_by = 'mass_move', sends_price = false, reason = ${reason}
    where c.job_id = ${jobId} and c.held_by is null and c.new_price is not null and c.old_price is not null and ${hasMoved(movePercent)} and ${wasNotSent(retryOfJobId)}
      and not exists (select from price_approvals v where v.seller_sku = c.seller_sku and v.price = c.new_price and ${isApproval()})`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** In a retry of few listings most prices move, so a price that passed the guard in the retried job passes again. */
const wasNotSent = (retryOfJobId: number | undefined) =>
  retryOfJobId === undefined
    ? sql`true`
    : sql`not exists (select from listing_changes o where o.job_id = ${retryOfJobId} and o.seller_sku = c.seller_sku and o.sends_price and o.new_price = c.new_price)`;

const hasMoved = (percent: number) => sql`abs(c.new_price - c.old_price) * 100 > ${percent} * c.old_price`;

/** Records the outcome of the changes that are not sent: unchanged and held listings, and all changes of a preview. */
export async function recordUnsent(tx: Database, jobId: number, isPreview: boolean): Promise<void> {
  await sql`
    update listing_changes set outcome = case when held_by is not null then 'HELD' when sends_price or sends_quantity then 'PREVIEW' else 'UNCHANGED' end
    where job_id = ${jobId} and outcome is null and part is null and (${isPreview} or not (sends_price or sends_quantity))`.execute(tx);
}

/** Distributes the changes over parts, sold-out listings first. @returns the number of changes to send */
export async function planParts(tx: DatabaseTransaction, jobId: number, { maxPatches, feedSize }: { maxPatches: number; feedSize: number }): Promise<number> {
  await joinByHash(tx);
  const { rows } = await sql<{ count: number }>`
    with open as (
      select seller_sku, row_number() over (order by (sends_quantity and new_quantity = 0) desc, seller_sku) - 1 as nth, count(*) over () as count
      from listing_changes where job_id = ${jobId} and outcome is null and part is null
    ), planned as (
      update listing_changes c set part = case when o.count <= ${maxPatches} then ${PATCHES_PART} else 1 + o.nth / ${feedSize} end,
        position = case when o.count <= ${maxPatches} then o.nth else o.nth % ${feedSize} end
      from open o where c.job_id = ${jobId} and c.seller_sku = o.seller_sku returning 1
    )
    select count(*)::int as count from planned`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** The first part with changes that have no outcome. */
export async function findOpenPart(db: Database, jobId: number): Promise<number | undefined> {
  const { rows } = await sql<{ part: number | null }>`
    select min(part) as part from listing_changes where job_id = ${jobId} and outcome is null and part is not null`.execute(db);
  return rows[0]?.part ?? undefined;
}

export async function isPlanned(db: Database, jobId: number): Promise<boolean> {
  const planned = db.selectFrom('listing_changes').select('part').where('job_id', '=', jobId).where('part', 'is not', null);
  return (await planned.limit(1).executeTakeFirst()) !== undefined;
}

/** All changes of a part, in the same order before and after a crash. */
export async function listPart(db: Database, jobId: number, part: number): Promise<PlannedChange[]> {
  return selectChanges(db, sql`c.job_id = ${jobId} and c.part = ${part} order by c.position`);
}

interface OpenChanges {
  readonly part: number;
  readonly limit: number;
  /** Only sold-out listings. */
  readonly isUrgent?: boolean;
  /** Only this change. */
  readonly position?: number;
}

/** The next changes of a part without an outcome. */
export async function listOpen(db: Database, jobId: number, { part, limit, isUrgent = false, position }: OpenChanges): Promise<PlannedChange[]> {
  const which = allOf([isUrgent && sql`c.sends_quantity and c.new_quantity = 0`, position !== undefined && sql`c.position = ${position}`]);
  return selectChanges(db, sql`c.job_id = ${jobId} and c.part = ${part} and c.outcome is null and ${which} order by c.position limit ${limit}`);
}

async function selectChanges(db: Database, rest: RawBuilder<unknown>): Promise<PlannedChange[]> {
  const { rows } = await sql<{ sku: string; position: number; price: string | null; quantity: number | null; isAttempted: boolean }>`
    select c.seller_sku as sku, c.position, c.outcome is null and c.attempted_at is not null as "isAttempted", case when c.sends_price then c.new_price::text end as price, case when c.sends_quantity then c.new_quantity end as quantity
    from listing_changes c where ${rest}`.execute(db);
  return rows.map(({ price, quantity, ...row }) => ({ ...row, price: price ?? undefined, quantity: quantity ?? undefined }));
}

/** Notes when the open change of a part was sent by itself; null when the marketplace answered that it did not take it. */
export async function noteAttempt(
  db: Database,
  { jobId, part, position, at }: { jobId: number; part: number; position: number; at: Date | null },
): Promise<void> {
  await sql`update listing_changes set attempted_at = ${at} where job_id = ${jobId} and part = ${part} and position = ${position} and outcome is null`.execute(
    db,
  );
}

export interface Answer {
  readonly position: number;
  readonly outcome: Extract<ChangeOutcome, 'ACCEPTED' | 'WARNING' | 'REJECTED'>;
  readonly reason: string | null;
}

/**
 * Stores the outcomes of a part's changes, once each, and the price and quantity that the marketplace now has.
 * @param others the outcome of the changes without an answer; they stay open if it is missing
 * @param at when the marketplace processed the changes
 */
export async function saveAnswers(
  db: DatabasePool,
  { jobId, part, answers, others, at }: { jobId: number; part: number; answers: readonly Answer[]; others?: Omit<Answer, 'position'>; at: Date },
): Promise<void> {
  const accepted = sql`select seller_sku, case when sends_price then new_price end as price, case when sends_quantity then new_quantity end as quantity,
    null::text as status from saved
    -- The offers are locked first, as by the other writers of both: the parts of a statement run in any order.
    where outcome <> 'REJECTED' and (select count(*) from offered) >= 0`;
  const save = sql`
    with answers as (
      select * from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as a (position integer, outcome text, reason text)
    ), saved as (
      update listing_changes c set
        -- A held price stays held even if the quantity was sent.
        outcome = case when s.outcome <> 'REJECTED' and c.held_by is not null then 'HELD' else s.outcome end,
        reason = nullif(concat_ws('; ', c.reason, s.reason, case when c.held_by is not null and s.outcome <> 'REJECTED' then 'the quantity was sent' end), '')
      from (
        select o.seller_sku, coalesce(a.outcome, ${others?.outcome ?? null}::text) as outcome, case when a.position is null then ${others?.reason ?? null}::text else a.reason end as reason
        from listing_changes o left join answers a on a.position = o.position
        where o.job_id = ${jobId} and o.part = ${part} and o.outcome is null
      ) s
      where c.job_id = ${jobId} and c.seller_sku = s.seller_sku and c.outcome is null and s.outcome is not null
      returning c.seller_sku, s.outcome, s.reason as answer, c.sends_price, c.new_price, c.sends_quantity, c.new_quantity
    ), ${answeredByJob(jobId, at)}, ${learn(accepted, { source: 'ACCEPTED', at })}`;
  if (others === undefined) return void (await save.execute(db));
  await db.transaction().execute(async (tx) => {
    await joinByHash(tx);
    await save.execute(tx);
  });
}

/** Rejects the changes that had no answer when the job ended. Their quantities are decided again. */
export async function closeOpen(tx: Database, jobId: number, reason: string): Promise<void> {
  await checkUnanswered(tx, jobId);
  await sql`update listing_changes set outcome = 'REJECTED', reason = concat_ws('; ', reason, ${reason}::text) where job_id = ${jobId} and outcome is null`.execute(
    tx,
  );
}

/** The number of changes of a job per outcome; `open` counts those without one. */
export async function countOutcomes(db: Database, jobId: number): Promise<Record<string, number>> {
  const { rows } = await sql<{ outcome: string; count: number }>`
    select coalesce(outcome, 'open') as outcome, count(*)::int as count from listing_changes where job_id = ${jobId} group by 1`.execute(db);
  return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]));
}

/** Whether the retried job had rejected a SKU; always true when no job is retried. */
export function wasRejected(sku: RawBuilder<unknown>, retryOfJobId: number | undefined): RawBuilder<SqlBool> {
  if (retryOfJobId === undefined) return sql`true`;
  return sql`${sku} in (select o.seller_sku from listing_changes o where o.job_id = ${retryOfJobId} and o.outcome = 'REJECTED')`;
}

/** Plans a clear: quantity 0 for every listing of our own stock that is offered, or may be by a quantity without an answer. @returns how many */
export async function insertClears(tx: Database, jobId: number, retryOfJobId?: number): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into listing_changes (job_id, seller_sku, old_quantity, new_quantity, sends_price, sends_quantity)
    select ${jobId}, m.seller_sku, m.quantity, 0, false, true from marketplace_listings m
    where m.gone_at is null and m.channel = 'DEFAULT' and (m.quantity > 0 or ${hasUnanswered(sql`m.seller_sku`)}) and ${wasRejected(sql`m.seller_sku`, retryOfJobId)}
    on conflict (job_id, seller_sku) do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Plans the reversal of a clear for the listings where the marketplace accepted it, or may have without an answer. @returns how many */
export async function insertRestores(tx: Database, jobId: number, clearJobId: number, retryOfJobId?: number): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into listing_changes (job_id, seller_sku, old_quantity, new_quantity, sends_price, sends_quantity)
    select ${jobId}, c.seller_sku, 0, c.old_quantity, false, true from listing_changes c
    where c.job_id = ${clearJobId} and c.old_quantity > 0 and ${wasRejected(sql`c.seller_sku`, retryOfJobId)}
      and (c.outcome in ('ACCEPTED', 'WARNING') or c.outcome = 'REJECTED' and exists (select from listing_feeds f
        where f.job_id = c.job_id and f.part = c.part and f.feed_submission_id is not null and f.status in ('failed', 'cancelled')))
    on conflict (job_id, seller_sku) do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

const FAILURES_SHOWN = 100;

/** The rejected and held listings of a job with their reasons. */
export async function listFailures(db: Database, jobCode: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select c.seller_sku || ': ' || coalesce(c.reason, c.outcome) as text from listing_changes c join listing_jobs j on j.id = c.job_id
    where j.code = ${jobCode}::uuid and c.outcome in ('REJECTED', 'HELD') order by c.seller_sku limit ${FAILURES_SHOWN}`.execute(db);
  return rows.map(({ text }) => text);
}
