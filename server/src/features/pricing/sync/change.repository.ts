import type { ChangeOutcome } from '@stowage/contract/pricing/pricing';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import type { DB } from '../../../platform/database/schema.generated.ts';

/** A change that is to go out. */
export interface PlannedChange {
  readonly sku: string;
  readonly position: number;
  /** Decimal text; undefined where the price stays. */
  readonly price: string | undefined;
  readonly quantity: number | undefined;
}

/** Changes that go out one by one; feeds count from 1. */
export const PATCHES_PART = 0;

/** The moment's prices against the last: how many moved by more than so many percent, of how many. */
export async function countMoves(
  tx: Database,
  jobId: number,
  movePercent: number,
  retryOfJobId: number | undefined,
): Promise<{ moving: number; priced: number }> {
  const { rows } = await sql<{ moving: number; priced: number }>`
    select count(*) filter (where ${hasMoved(movePercent)} and ${isNew(retryOfJobId)})::int as moving, count(*)::int as priced
    from listing_changes c where c.job_id = ${jobId} and c.new_price is not null and c.old_price is not null`.execute(tx);
  return rows[0] ?? { moving: 0, priced: 0 };
}

/** Holds every price that moved, unless somebody approved that very price. @returns how many */
export async function holdMoves(
  tx: Database,
  jobId: number,
  { movePercent, reason, retryOfJobId }: { movePercent: number; reason: string; retryOfJobId: number | undefined },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update listing_changes c set held_by = 'mass_move', sends_price = false, reason = ${reason}
    where c.job_id = ${jobId} and c.held_by is null and c.new_price is not null and c.old_price is not null and ${hasMoved(movePercent)} and ${isNew(retryOfJobId)}
      and not exists (select from price_approvals v where v.seller_sku = c.seller_sku and v.price = c.new_price and v.approved_at > now() - interval '24 hours')`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
}

/** In a retry of a few, most move. A price that was let pass before among all others passes again. */
const isNew = (retryOfJobId: number | undefined) =>
  retryOfJobId === undefined
    ? sql`true`
    : sql`not exists (select from listing_changes o where o.job_id = ${retryOfJobId} and o.seller_sku = c.seller_sku and o.sends_price and o.new_price = c.new_price)`;

const hasMoved = (percent: number) => sql`abs(c.new_price - c.old_price) * 100 > ${percent} * c.old_price`;

/** Settles what is not sent: what is as it was, what is held, and in a preview everything. */
export async function settleUnsent(tx: Database, jobId: number, isPreview: boolean): Promise<void> {
  await sql`
    update listing_changes set outcome = case when held_by is not null then 'HELD' when sends_price or sends_quantity then 'PREVIEW' else 'UNCHANGED' end
    where job_id = ${jobId} and outcome is null and part is null and (${isPreview} or not (sends_price or sends_quantity))`.execute(tx);
}

/** Gives each change its feed and its place there, what sells out first. @returns how many are to go out */
export async function planParts(tx: Kysely<DB>, jobId: number, { maxPatches, feedSize }: { maxPatches: number; feedSize: number }): Promise<number> {
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

/** The first part that has changes without an outcome. */
export async function findOpenPart(db: Database, jobId: number): Promise<number | undefined> {
  const { rows } = await sql<{ part: number | null }>`
    select min(part) as part from listing_changes where job_id = ${jobId} and outcome is null and part is not null`.execute(db);
  return rows[0]?.part ?? undefined;
}

export async function isPlanned(db: Database, jobId: number): Promise<boolean> {
  return (
    (await db.selectFrom('listing_changes').select('part').where('job_id', '=', jobId).where('part', 'is not', null).limit(1).executeTakeFirst()) !== undefined
  );
}

/** A whole part in its order: the same after a crash as before. */
export async function listPart(db: Database, jobId: number, part: number): Promise<PlannedChange[]> {
  return selectChanges(db, sql`c.job_id = ${jobId} and c.part = ${part} order by c.position`);
}

/** The next ones of a part that have no outcome yet. @param isUrgent only what must not be sold any more */
export async function listOpen(db: Database, jobId: number, { part, limit, isUrgent = false }: { part: number; limit: number; isUrgent?: boolean }) {
  const urgent = isUrgent ? sql`c.sends_quantity and c.new_quantity = 0` : sql`true`;
  return selectChanges(db, sql`c.job_id = ${jobId} and c.part = ${part} and c.outcome is null and ${urgent} order by c.position limit ${limit}`);
}

async function selectChanges(db: Database, rest: RawBuilder<unknown>): Promise<PlannedChange[]> {
  const { rows } = await sql<{ sku: string; position: number; price: string | null; quantity: number | null }>`
    select c.seller_sku as sku, c.position, case when c.sends_price then c.new_price::text end as price, case when c.sends_quantity then c.new_quantity end as quantity
    from listing_changes c where ${rest}`.execute(db);
  return rows.map((row) => ({ sku: row.sku, position: row.position, price: row.price ?? undefined, quantity: row.quantity ?? undefined }));
}

export interface Answer {
  readonly position: number;
  readonly outcome: Extract<ChangeOutcome, 'ACCEPTED' | 'WARNING' | 'REJECTED'>;
  readonly reason: string | null;
}

/**
 * Writes down what became of a part's changes, once each, and what the marketplace now has.
 * @param others what became of those that are not among the answers; without it they stay open
 */
export async function saveAnswers(
  db: Kysely<DB>,
  { jobId, part, answers, others, now }: { jobId: number; part: number; answers: readonly Answer[]; others?: Omit<Answer, 'position'>; now: Date },
): Promise<void> {
  const save = sql`
    with answers as (
      select * from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as a (position integer, outcome text, reason text)
    ), settled as (
      update listing_changes c set
        -- A price that was held stays so, though the quantity went out.
        outcome = case when s.outcome <> 'REJECTED' and c.held_by is not null then 'HELD' else s.outcome end,
        reason = nullif(concat_ws('; ', c.reason, s.reason, case when c.held_by is not null and s.outcome <> 'REJECTED' then 'the quantity was sent' end), '')
      from (
        select o.seller_sku, coalesce(a.outcome, ${others?.outcome ?? null}::text) as outcome, case when a.position is null then ${others?.reason ?? null}::text else a.reason end as reason
        from listing_changes o left join answers a on a.position = o.position
        where o.job_id = ${jobId} and o.part = ${part} and o.outcome is null
      ) s
      where c.job_id = ${jobId} and c.seller_sku = s.seller_sku and c.outcome is null and s.outcome is not null
      returning c.seller_sku, s.outcome, c.sends_price, c.new_price, c.sends_quantity, c.new_quantity
    )
    insert into listing_acknowledgements as k (seller_sku, price, price_at, quantity, quantity_at)
    select seller_sku, case when sends_price then new_price end, case when sends_price then ${now}::timestamptz end,
      case when sends_quantity then new_quantity end, case when sends_quantity then ${now}::timestamptz end
    from settled where outcome <> 'REJECTED' order by seller_sku
    on conflict (seller_sku) do update set price = coalesce(excluded.price, k.price), price_at = coalesce(excluded.price_at, k.price_at),
      quantity = coalesce(excluded.quantity, k.quantity), quantity_at = coalesce(excluded.quantity_at, k.quantity_at)`;
  if (others === undefined) return void (await save.execute(db));
  await db.transaction().execute(async (tx) => {
    await joinByHash(tx);
    await save.execute(tx);
  });
}

/**
 * For the rest of the transaction. A job's rows are so new that the planner takes them for a handful, and would compare
 * each with each: with 50,000 changes that took longer than anybody waited; by hash it takes a second.
 */
const joinByHash = (tx: Kysely<DB>) => sql`set local enable_nestloop = off`.execute(tx);

/** What the job ended before: nobody knows, and it is told so. */
export async function closeOpen(tx: Database, jobId: number, reason: string): Promise<void> {
  await sql`update listing_changes set outcome = 'REJECTED', reason = concat_ws('; ', reason, ${reason}::text) where job_id = ${jobId} and outcome is null`.execute(
    tx,
  );
}

/** How many changes of a job have which outcome; `open` has none yet. */
export async function countOutcomes(db: Database, jobId: number): Promise<Record<string, number>> {
  const { rows } = await sql<{ outcome: string; count: number }>`
    select coalesce(outcome, 'open') as outcome, count(*)::int as count from listing_changes where job_id = ${jobId} group by 1`.execute(db);
  return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]));
}

/** Whether a job that is tried again has rejected it; true where none is. */
export function wasRejected(sku: RawBuilder<unknown>, retryOfJobId: number | undefined): RawBuilder<SqlBool> {
  if (retryOfJobId === undefined) return sql`true`;
  return sql`${sku} in (select o.seller_sku from listing_changes o where o.job_id = ${retryOfJobId} and o.outcome = 'REJECTED')`;
}

/** A clear: every listing of our own stock that the marketplace offers is to have none. @returns how many */
export async function insertClears(tx: Database, jobId: number, retryOfJobId?: number): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into listing_changes (job_id, seller_sku, old_quantity, new_quantity, sends_price, sends_quantity)
    select ${jobId}, sku, quantity, 0, false, true from (
      select m.seller_sku as sku, case when a.quantity_at > m.changed_at then a.quantity else m.quantity end as quantity
      from marketplace_listings m left join listing_acknowledgements a on a.seller_sku = m.seller_sku
      where m.gone_at is null and m.channel = 'DEFAULT' and ${wasRejected(sql`m.seller_sku`, retryOfJobId)}
    ) offered where quantity > 0
    on conflict (job_id, seller_sku) do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** The opposite of a clear, where the marketplace took it. @returns how many */
export async function insertRestores(tx: Database, jobId: number, clearJobId: number, retryOfJobId?: number): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into listing_changes (job_id, seller_sku, old_quantity, new_quantity, sends_price, sends_quantity)
    select ${jobId}, seller_sku, 0, old_quantity, false, true from listing_changes
    where job_id = ${clearJobId} and outcome in ('ACCEPTED', 'WARNING') and old_quantity > 0 and ${wasRejected(sql`seller_sku`, retryOfJobId)}
    on conflict (job_id, seller_sku) do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** The marketplace took a price that a person sent. */
export async function acknowledgePrice(db: Database, { sku, cents, now }: { sku: string; cents: number; now: Date }): Promise<void> {
  await sql`insert into listing_acknowledgements (seller_sku, price, price_at) values (${sku}, ${cents}::numeric / 100, ${now})
    on conflict (seller_sku) do update set price = excluded.price, price_at = excluded.price_at`.execute(db);
}

const FAILURES_SHOWN = 100;

/** What was rejected or held in a job, with the reason. */
export async function listFailures(db: Database, jobCode: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select c.seller_sku || ': ' || coalesce(c.reason, c.outcome) as text from listing_changes c join listing_jobs j on j.id = c.job_id
    where j.code = ${jobCode}::uuid and c.outcome in ('REJECTED', 'HELD') order by c.seller_sku limit ${FAILURES_SHOWN}`.execute(db);
  return rows.map(({ text }) => text);
}
