import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { onlyRow } from '../../../platform/database/only-row.ts';
import { transactionsHaveEnded } from '../../../platform/database/transactions/ended-transactions.condition.ts';
import { quantityFactsOfMany } from '../listing-state/quantity-to-offer.condition.ts';
import type { DriftCause } from './drift/quantity-drift.repository.ts';

/** Orders are read at least this often, also without events. */
const ORDER_WITHIN_MINUTES = 12;
/** A rejected quantity is sent again after this time, or when it changes. */
const RETRY_REJECTED_MINUTES = 60;

/**
 * Amazon was read to show fewer units than it accepted: it lowers its quantity with an order. To raise it again before that order
 * is here would sell the unit twice.
 */
const wasLowered = sql`f.shown < f.wanted and k.sent = f.wanted and k.outcome in ('ACCEPTED', 'WARNING') and m.quantity_source <> 'ACCEPTED'
  and m.quantity_at > now() - make_interval(mins => ${ORDER_WITHIN_MINUTES})`;

/** @returns what there is to do: decide, send, only forget causes because quantities are not sent by themselves, or nothing */
export async function findWork(db: Database): Promise<'PLAN' | 'SEND' | 'FORGET' | undefined> {
  const { rows } = await sql<{ mode: string; hasCauses: boolean; hasMoved: boolean; isDue: boolean }>`
    select mode, exists (select from quantity_checks) as "hasCauses", exists (select from quantity_offers where is_due) as "isDue",
      exists (select from quantity_mark where done_id < (select last_value from stock_movements_id_seq where is_called)) as "hasMoved"
    from quantity_settings`.execute(db);
  const { mode, hasCauses, hasMoved, isDue } = onlyRow({ rows });
  if (mode !== 'ON') return hasCauses ? 'FORGET' : undefined;
  return hasCauses || hasMoved ? 'PLAN' : isDue ? 'SEND' : undefined;
}

export async function forgetChecks(db: Database): Promise<void> {
  await sql`delete from quantity_checks where exists (select from quantity_settings where mode <> 'ON')`.execute(db);
}

/** Begins with the movements of now. Older ones are covered by a check of all listings, newer ones and those of open transactions by the mark. */
export async function startMark(tx: Database): Promise<void> {
  await sql`update quantity_mark set seen_at = now(), seen_id = (select last_value from stock_movements_id_seq),
    done_id = greatest(0, (select last_value from stock_movements_id_seq) - 10000)`.execute(tx);
}

/**
 * An open send was decided before this cause. A due listing without one needs no new version, however often its stock changes: its
 * quantity will be decided under its lock.
 */
const mayNotKnow = sql`(o.sent_at is not null and o.answered_at is null and o.version = o.sent_version)`;

/**
 * Decides which listings are due to be sent: those of the movements since the mark, and those of the checks. The scan itself
 * writes nothing for this. A stopped process loses nothing, because the mark moves in the same transaction, and only past
 * movements whose transactions have ended; movements that are read twice change nothing.
 * Plan: the end of the ledger's primary key, then listings by key; all listings only for a check of all.
 */
export async function planDue(tx: DatabaseTransaction): Promise<DriftCause[]> {
  const mark = await sql<{ done: number; seen: number; at: Date; hasEnded: boolean }>`
    select done_id as done, (select last_value from stock_movements_id_seq) as seen, clock_timestamp() as at, ${transactionsHaveEnded(sql`seen_at`)} as "hasEnded"
    from quantity_mark for update`.execute(tx);
  const { done, seen, at, hasEnded } = onlyRow(mark);
  const { rows } = await sql<DriftCause>`
    with checks as (delete from quantity_checks returning listing_id, is_forced), causes as (
      select listing_id, is_forced, null::timestamptz as since from checks
      union all select listing_id, false, created_at from stock_movements where id > ${done} and type <> 'AUDIT_COUNT'
      union all select from_listing_id, false, created_at from stock_movements where id > ${done} and from_listing_id is not null
      union all select id, false, null from listings where seller_sku is not null and exists (select from checks where listing_id is null)
    ), touched as materialized (
      select listing_id, bool_or(is_forced) as is_forced, min(since) as since from causes where listing_id is not null group by listing_id
    ), facts as materialized (${quantityFactsOfMany(sql`select listing_id from touched`)}), decided as materialized (
      select f.listing_id, t.since, t.is_forced, t.is_forced or coalesce(f.wanted <> f.shown or f.shown is null and f.wanted is not null, false) and not coalesce(k.outcome = 'REJECTED' and k.sent = f.wanted
        and k.answered_at > now() - make_interval(mins => ${RETRY_REJECTED_MINUTES}), false) and not coalesce(${wasLowered}, false) as is_due
      from facts f join touched t on t.listing_id = f.listing_id left join quantity_offers k on k.listing_id = f.listing_id
        left join marketplace_listings m on m.seller_sku = f.sku
      where t.is_forced or f.wanted is distinct from f.shown or k.is_due or k.drift_since is not null
    ), planned as (
      insert into quantity_offers as o (listing_id, is_due, is_forced) select listing_id, is_due, is_forced from decided order by listing_id
      on conflict (listing_id) do update set version = o.version + 1, is_due = o.is_due or excluded.is_due, is_forced = o.is_forced or excluded.is_forced
      where (excluded.is_due and not o.is_due) or (excluded.is_forced and not o.is_forced) or ${mayNotKnow}
    )
    select listing_id as "listingId", since from decided`.execute(tx);
  if (hasEnded) await sql`update quantity_mark set done_id = seen_id, seen_id = ${seen}, seen_at = ${at}`.execute(tx);
  return rows;
}
