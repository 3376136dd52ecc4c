import { MINUTE_MS } from '@stowage/contract/formats/durations';
import { sql } from 'kysely';
import type { Database, DatabasePool } from '../../../platform/database/connection/connect.ts';
import { hidden, hiddenRows } from '../../../platform/database/hidden-value.ts';
import { queueTask } from '../../../platform/jobs/queue-task.ts';
import { learn } from '../listing-state/listing-state.repository.ts';
import { announcedBySku, quantityFacts, quantityFactsOfEach } from '../listing-state/quantity-to-offer.condition.ts';

/** A quantity that is being sent. */
export interface OpenSend {
  readonly listingId: number;
  readonly sku: string;
  readonly quantity: number;
  readonly version: number;
}

export type DueListing = Pick<OpenSend, 'listingId' | 'version'>;

/** A quantity that Amazon answered. */
export interface AnsweredSend extends OpenSend {
  readonly outcome: 'ACCEPTED' | 'WARNING' | 'REJECTED';
  readonly reason: string | null;
  readonly submissionId: string | null;
}

const factsOfOffer = quantityFactsOfEach(sql`o.listing_id`);

/** While prices are paused, a sync waits, its quantities included. */
const isHeldByPause = sql`(j.kind = 'sync-listings' and exists (
  select from pricing_settings p where p.is_paused or 'SELLER_FULFILLED' = any(p.paused_channels)))`;

/** The change `c` of a running listing job that will still set the quantity of a SKU, and soon. */
const openChange = (sku: ReturnType<typeof sql>) => sql`
  select c.new_quantity from listing_jobs j join listing_changes c on c.job_id = j.id and c.seller_sku = ${sku}
  where j.finished_at is null and c.outcome is null and c.part is not null and c.sends_quantity and not ${isHeldByPause}`;

export async function countDue(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from quantity_offers where is_due`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * The next due listings: those of which Amazon shows too many come first, and those that Amazon did not answer come last, so that
 * a few SKUs for which Amazon fails don't keep the others waiting. A listing that a running job sets to the wanted quantity
 * waits for it. Another quantity is sent at once, because a feed may take hours, and again when the job has its answer.
 * Plan: the index of due listings, the others by key.
 */
export async function listDue(db: Database, limit: number): Promise<DueListing[]> {
  const { rows } = await sql<DueListing>`
    with ${announcedBySku}
    select o.listing_id as "listingId", o.version from quantity_offers o left join lateral (${factsOfOffer}) f on true
    where o.is_due and not exists (select from (${openChange(sql`f.sku`)}) c where c.new_quantity = f.wanted)
    order by (o.sent_at is not null and o.answered_at is null and o.reason is not null), f.wanted < f.shown desc nulls last, f.wanted, o.listing_id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/**
 * Decides the quantities of due listings from the stock of this moment and opens their sends.
 * Their rows are locked by a statement before: one that waits for a lock would send the stock from before it waited.
 * Prepared, and the quantities are computed once (`offset 0`): planning these statements took longer than to execute them.
 * The lock on the settings lets a pause wait for this transaction, so that afterwards every open send is visible and none is opened.
 * @returns those for which there is something to send; the others are no longer due, unless they were decided again
 */
export async function beginSends(db: DatabasePool, due: readonly DueListing[], at: Date): Promise<OpenSend[]> {
  return db.transaction().execute(async (tx) => {
    const settings = await sql`/* prepared: lock_quantity_settings */ select from quantity_settings where mode = 'ON' for share`.execute(tx);
    if (settings.rows.length === 0) return [];
    const { rows: held } = await sql<{ id: number }>`/* prepared: lock_due_listings */
      select o.listing_id as id from ${hiddenRows(due, { listingId: 'bigint[]', version: 'bigint[]' })} as d (listing_id, version)
      join quantity_offers o on o.listing_id = d.listing_id and o.version = d.version and o.is_due
      order by o.listing_id for no key update of o`.execute(tx);
    if (held.length === 0) return [];
    const ids = held.map(({ id }) => id);
    const { rows: opened } = await sql<OpenSend>`/* prepared: open_sends */
      update quantity_offers o set sent = f.wanted, sent_at = ${at}, sent_version = o.version, answered_at = null, outcome = null, reason = null, submission_id = null
      from unnest(${hidden(ids, 'bigint[]')}) as due (id) cross join lateral (${quantityFacts(sql`due.id`)} offset 0) f
      where o.listing_id = f.listing_id and f.wanted is not null
        and (o.is_forced or f.wanted is distinct from f.shown or (o.sent_at is not null and o.answered_at is null))
      returning o.listing_id as "listingId", f.sku, o.sent as quantity, o.version`.execute(tx);
    const settled = ids.filter((id) => !opened.some(({ listingId }) => listingId === id));
    if (settled.length > 0) await sql`update quantity_offers set is_due = false, is_forced = false where listing_id = any(${settled}::bigint[])`.execute(tx);
    return opened;
  });
}

/** A call ends within this time. */
const LONGEST_CALL_MS = 60_000;

/** Whether a quantity may be on its way to Amazon. One whose process was killed counts for as long as a call can take. */
export async function isSending(db: Database, now: Date): Promise<boolean> {
  const { rows } = await sql<{ is_sending: boolean }>`select exists (select from quantity_offers
    where is_due and sent_at > ${new Date(now.getTime() - LONGEST_CALL_MS)} and answered_at is null and reason is null)
    or exists (select from listing_jobs where kind = 'offer-quantities' and finished_at is null) as is_sending`.execute(db);
  return rows[0]?.is_sending ?? false;
}

/** Whether a SKU was sent a quantity that Amazon may have taken without an answer. */
export const hasUnanswered = (sku: ReturnType<typeof sql>) => sql`exists (
  select from listings own join quantity_offers o on o.listing_id = own.id
  where own.seller_sku = ${sku} and o.sent > 0 and o.sent_at is not null and o.answered_at is null)`;

/** Stores accepted quantities as what Amazon shows. */
export async function saveAcceptedQuantities(tx: Database, accepted: readonly Pick<OpenSend, 'sku' | 'quantity'>[], at: Date): Promise<void> {
  const facts = sql`select sku as seller_sku, null::numeric as price, quantity, null::text as status
    from ${hiddenRows(accepted, { sku: 'text[]', quantity: 'int[]' })} as a (sku, quantity)`;
  await sql`/* prepared: save_accepted_quantities */ with ${learn(facts, { source: 'ACCEPTED', at })}`.execute(tx);
}

/** A part of a statement: writes the answers down, of which the offers hold the newest ones. */
const recorded = sql`
  recorded as (
    insert into quantity_answers (listing_id, quantity, outcome, at)
    select listing_id, sent, outcome, answered_at from offered where sent is not null and outcome is not null
  )`;

export async function purgeAnswers(db: Database, before: Date): Promise<void> {
  await sql`delete from quantity_answers where at < ${before}`.execute(db);
}

/** Stores answers. A listing stays due if it was decided again in the meantime. */
export async function endSends(tx: Database, answered: readonly AnsweredSend[], at: Date): Promise<void> {
  const columns = { listingId: 'bigint[]', version: 'bigint[]', outcome: 'text[]', reason: 'text[]', submissionId: 'text[]' } as const;
  await sql`/* prepared: end_sends */
    with held as materialized (
      select a.* from ${hiddenRows(answered, columns)} as a (listing_id, version, outcome, reason, submission_id)
      join quantity_offers o on o.listing_id = a.listing_id and o.sent_version = a.version order by o.listing_id for no key update of o
    ), offered as (
      update quantity_offers o set answered_at = ${at}, outcome = h.outcome, reason = h.reason, submission_id = h.submission_id,
        is_due = o.version <> o.sent_version, is_forced = o.is_forced and o.version <> o.sent_version
      from held h where o.listing_id = h.listing_id and o.sent_version = h.version returning o.listing_id, o.sent, o.outcome, o.answered_at
    ), ${recorded} select`.execute(tx);
  const accepted = answered.filter(({ outcome }) => outcome !== 'REJECTED');
  if (accepted.length > 0) await saveAcceptedQuantities(tx, accepted, at);
}

/** Stores why there is no answer. The listing stays due. */
export async function noteFailure(db: Database, { listingId, version }: OpenSend, reason: string): Promise<void> {
  await sql`update quantity_offers set reason = ${reason} where listing_id = ${listingId} and sent_version = ${version} and answered_at is null`.execute(db);
}

/** Plans the due listings as the changes of a job, which sends them in feeds. @returns how many */
export async function insertOffers(tx: Database, { id, startedAt }: { readonly id: number; readonly startedAt: Date }): Promise<number> {
  const { numAffectedRows } = await sql`
    with ${announcedBySku}, due as materialized (
      select o.listing_id, f.sku, f.wanted, f.shown from quantity_offers o cross join lateral (${factsOfOffer}) f
      where o.is_due and f.wanted is not null and (o.is_forced or f.wanted is distinct from f.shown or (o.sent_at is not null and o.answered_at is null))
      order by o.listing_id for no key update of o
    ), opened as (
      update quantity_offers o set sent = due.wanted, sent_at = ${startedAt}, sent_version = o.version, answered_at = null, outcome = null, reason = null,
        submission_id = null
      from due where o.listing_id = due.listing_id
    )
    insert into listing_changes (job_id, seller_sku, old_quantity, new_quantity, sends_price, sends_quantity)
    select ${id}, sku, shown, wanted, false, true from due on conflict (job_id, seller_sku) do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** A part of a statement: stores the answers of a job's changes as the newest ones of their listings. @param saved the name of the answered changes */
export const answeredByJob = (jobId: number, at: Date) => sql`
  offered as (
    insert into quantity_offers as o (listing_id, sent, sent_at, answered_at, outcome, reason, submission_id)
    select l.id, s.new_quantity, j.started_at, ${at}, s.outcome, s.answer, j.feed_id
    from saved s join listings l on l.seller_sku = s.seller_sku cross join (select started_at, feed_id from listing_jobs where id = ${jobId}) j
    where s.sends_quantity order by l.id
    on conflict (listing_id) do update set sent = excluded.sent, sent_at = excluded.sent_at, answered_at = excluded.answered_at, outcome = excluded.outcome,
      reason = excluded.reason, submission_id = excluded.submission_id, is_due = o.is_due and (o.sent_at is distinct from excluded.sent_at or o.version <> o.sent_version),
      is_forced = o.is_forced and (o.sent_at is distinct from excluded.sent_at or o.version <> o.sent_version)
    where o.sent_at is null or o.sent_at <= excluded.sent_at
    returning listing_id, sent, outcome, answered_at
  ), ${recorded}, checked as (
    insert into quantity_checks (listing_id, is_forced)
    select l.id, coalesce(k.sent_at > (select started_at from listing_jobs where id = ${jobId}), false)
    from saved s join listings l on l.seller_sku = s.seller_sku left join quantity_offers k on k.listing_id = l.id
    where s.sends_quantity and exists (select from quantity_settings where mode = 'ON')
  )`;

export const QUANTITY_TASK = 'offer-quantities';

/** Amazon's limits allow the next call sooner. */
const LONGEST_PAUSE_MS = 10 * MINUTE_MS;

/** Queues the sending, one at a time, so that no listing is sent twice at once. A queued pause stays. */
export async function queueSending(db: Database, inMs: number): Promise<void> {
  await queueTask(db, QUANTITY_TASK, { key: QUANTITY_TASK, keepsTimeWithinMs: LONGEST_PAUSE_MS, queue: QUANTITY_TASK, maxAttempts: 3, inMs });
}
