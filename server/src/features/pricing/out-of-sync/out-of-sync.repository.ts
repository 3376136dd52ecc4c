import { type RawBuilder, sql } from 'kysely';
import type { Database, DatabasePool, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { hasEarlierProcess } from '../../../platform/database/connection/earlier-processes.condition.ts';
import { onlyRow } from '../../../platform/database/only-row.ts';
import { transactionsHaveEnded } from '../../../platform/database/transactions/ended-transactions.condition.ts';
import { differsFromMarketplace } from './out-of-sync.condition.ts';

/** A batch compares about as many listings for each reason: checks, movements, and a comparison of all. */
const BATCH = 1_000;

/** One reading of the movements, from the mark to the end of the ledger. */
export interface Pass {
  /** Up to which movement it has read. */
  readonly after: number;
  /** The mark when it began. */
  readonly mark: { readonly seen: number; readonly end: number; readonly at: Date; readonly hasEnded: boolean };
}

/** `COMPLETE`: every change that was committed before the pass is compared. `EARLIER`: an earlier version runs, so changes may be missed. */
export type BatchEnd = { readonly state: 'MORE'; readonly pass: Pass } | { readonly state: 'COMPLETE' | 'EARLIER' };

interface State {
  readonly doneId: number;
  readonly seen: number;
  readonly hasEnded: boolean;
  readonly allAfter: number | null;
  readonly repairedAfter: number;
  readonly end: number;
  readonly at: Date;
  readonly hasEarlier: boolean;
}

const ledgerEnd = sql`(select case when is_called then last_value else 0 end from stock_movements_id_seq)`;

/** Whether nothing waits to be compared. */
export async function isSettled(db: Database): Promise<boolean> {
  const { rows } = await sql<{ settled: boolean }>`
    select done_id >= ${ledgerEnd} and all_after is null and not exists (select from out_of_sync_checks) and not ${hasEarlierProcess} as settled
    from out_of_sync_state`.execute(db);
  return rows[0]?.settled ?? false;
}

/** The number of counted listings now, and the last complete one. @returns undefined before the first comparison */
export async function readCount(
  db: Database,
): Promise<{ now: number; at: Date; complete: number | null; completeAt: Date | null; hasEarlier: boolean } | undefined> {
  const { rows } = await sql<{ now: number; at: Date; complete: number | null; completeAt: Date | null; hasEarlier: boolean }>`
    select listings as now, clock_timestamp() as at, complete_listings as complete, complete_at as "completeAt", ${hasEarlierProcess} as "hasEarlier"
    from out_of_sync_state`.execute(db);
  return rows[0];
}

/** The definition, for the time until the first comparison of all listings is complete. Plan: all listings, 0.5 s of 300,000. */
export async function countByComparing(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from listing_counts c join listings l on l.id = c.listing_id where ${differsFromMarketplace}`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Compares the next batch of listings whose quantities may have changed, and moves the marks in the same transaction: a process that is
 * killed loses nothing. One batch at a time, because two could decide about a listing from different moments, and store the older one.
 * Movements are read again until the transactions of their time have ended; comparing a listing twice changes nothing.
 * Plan: the first rows of the checks, the end of the ledger's primary key, then listings, counts and offers by key.
 * @param begun the pass that an earlier batch began
 */
export async function compareBatch(db: DatabasePool, begun?: Pass): Promise<BatchEnd> {
  return db.transaction().execute(async (tx) => {
    const state = await lockState(tx);
    if (state.hasEarlier) {
      // Its changes leave no checks, so all listings are compared once it is gone.
      await sql`update out_of_sync_state set all_after = 0 where all_after is distinct from 0`.execute(tx);
      return { state: 'EARLIER' };
    }
    const { doneId, seen, end, at, hasEnded } = state;
    const { after, mark } = begun ?? { after: doneId, mark: { seen, end, at, hasEnded } };
    const { rows } = await sql<{ isComplete: boolean; readTo: number }>`
      with taken as (
        delete from out_of_sync_checks where id in (
          select id from (select id, sum(size) over (order by id) - size as before from (select id, size from out_of_sync_checks order by id limit ${BATCH}) next) sized
          where before < ${BATCH})
        returning listing_ids, skus, size
      ), moved as materialized (
        select id, type, listing_id, from_listing_id from stock_movements where id > ${after} order by id limit ${BATCH}
      ), reached as materialized (${state.allAfter === null ? sql`select null::bigint as listing_id where false` : listingsAfter(state.allAfter)}), changed as materialized (
        select unnest(listing_ids) as listing_id from taken
        union select (select l.id from listings l where l.seller_sku = s.sku) from (select unnest(skus) as sku from taken) s
        union select listing_id from moved where type <> 'AUDIT_COUNT'
        union select from_listing_id from moved
        union select listing_id from reached
      ), ${compared}, ends as materialized (
        select (select count(*) from moved) < ${BATCH} as has_moved_all, (select max(id) from moved) as moved_to,
          (select count(*) from reached) < ${BATCH} as has_reached_all, (select max(listing_id) from reached) as reached_to,
          (select coalesce(bool_or(size = 0), false) from taken) as is_all_wanted, (select count(*) < ${BATCH} and coalesce(sum(size), 0) < ${BATCH} from taken) as has_taken_all
      ), next as materialized (
        select e.*, case when is_all_wanted then 0 when ${state.allAfter}::bigint is not null and not has_reached_all then reached_to end as all_after,
          case when has_moved_all then greatest(${mark.seen}, moved_to, ${after}) else moved_to end as read_to
        from ends e
      )
      update out_of_sync_state s set listings = s.listings + ${change}, all_after = n.all_after,
        done_id = case when ${mark.hasEnded} then greatest(s.done_id, least(n.read_to, ${mark.seen})) else s.done_id end,
        seen_id = case when n.has_moved_all and ${mark.hasEnded} and s.seen_id = ${mark.seen} then ${mark.end} else s.seen_id end,
        seen_at = case when n.has_moved_all and ${mark.hasEnded} and s.seen_id = ${mark.seen} then ${mark.at}::timestamptz else s.seen_at end,
        complete_listings = case when ${isComplete} then s.listings + ${change} else s.complete_listings end,
        complete_at = case when ${isComplete} then clock_timestamp() else s.complete_at end
      from next n
      returning ${isComplete} as "isComplete", n.read_to as "readTo"`.execute(tx);
    const { isComplete: isDone, readTo } = onlyRow({ rows });
    return isDone ? { state: 'COMPLETE' } : { state: 'MORE', pass: { after: readTo, mark } };
  });
}

/**
 * Compares the next listings in the order of their ids, so that no mistake stays; at the end of a round, counts the listings out of sync.
 * Plan: a range of the listings' primary key, and at the end of a round all rows of `out_of_sync_listings`.
 * @returns how many were wrong; changes that were not compared yet are among them
 */
export async function repairBatch(db: DatabasePool): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const state = await lockState(tx);
    const { rows } = await sql<{ wrong: number; hasEnded: boolean }>`
      with changed as materialized (${listingsAfter(state.repairedAfter)}), ${compared}
      update out_of_sync_state s set listings = s.listings + ${change},
        repaired_after = case when (select count(*) from changed) < ${BATCH} then 0 else (select max(listing_id) from changed) end
      returning ((select count(*) from added) + (select count(*) from removed))::int as wrong, s.repaired_after = 0 as "hasEnded"`.execute(tx);
    const { wrong, hasEnded } = onlyRow({ rows });
    if (hasEnded) await sql`update out_of_sync_state set listings = (select count(*) from out_of_sync_listings)`.execute(tx);
    return wrong;
  });
}

/** The next listings, and the ids of deleted ones that are still listed as out of sync. */
const listingsAfter = (after: number): RawBuilder<unknown> => sql`
  (select id as listing_id from listings where id > ${after} order by id limit ${BATCH})
  union (select listing_id from out_of_sync_listings where listing_id > ${after} order by listing_id limit ${BATCH})
  order by listing_id limit ${BATCH}`;

/** Parts of a statement: the listings of `changed`, compared one by one by key, as scalar queries that the planner can't turn into joins of all listings. */
const compared = sql`
  judged as materialized (
    select ch.listing_id, coalesce((select ${differsFromMarketplace} from listings l join listing_counts c on c.listing_id = l.id where l.id = ch.listing_id), false) as differs
    from changed ch where ch.listing_id is not null
  ), added as (
    insert into out_of_sync_listings (listing_id) select listing_id from judged where differs on conflict do nothing returning listing_id
  ), removed as (
    delete from out_of_sync_listings where listing_id = any(array(select listing_id from judged where not differs)) returning listing_id
  )`;

const change = sql`(select count(*) from added) - (select count(*) from removed)`;
const isComplete = sql`(n.has_moved_all and n.has_taken_all and n.all_after is null)`;

/** Locks the marks, and creates them at the first comparison, with one of all listings to begin with. */
async function lockState(tx: DatabaseTransaction): Promise<State> {
  const locked = () =>
    sql<State>`
      select done_id as "doneId", seen_id as seen, ${transactionsHaveEnded(sql`seen_at`)} as "hasEnded", all_after as "allAfter", repaired_after as "repairedAfter",
        ${ledgerEnd} as end, clock_timestamp() as at, ${hasEarlierProcess} as "hasEarlier"
      from out_of_sync_state for update`.execute(tx);
  const found = await locked();
  if (found.rows.length > 0) return onlyRow(found);
  // Behind the end, because a transaction that is still open may have numbered its movements already.
  await sql`insert into out_of_sync_state (done_id, seen_id, seen_at) select greatest(0, e - 10000), e, clock_timestamp() from (select ${ledgerEnd} as e) ends
    on conflict do nothing`.execute(tx);
  return onlyRow(await locked());
}
