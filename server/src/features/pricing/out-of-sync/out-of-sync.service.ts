import type { Database, DatabasePool } from '../../../platform/database/connection/connect.ts';
import { compareBatch, countByComparing, isSettled, type Pass, readCount } from './out-of-sync.repository.ts';
import { compareAnnounced, compareListings } from './out-of-sync-check.repository.ts';

/** A reader compares what has changed since the last look, but doesn't wait for an import or for all listings. */
const READER_BATCHES = 10;

/**
 * Compares the listings whose quantities changed, batch by batch.
 * @returns whether all changes that were committed before the call are compared
 */
export async function settleOutOfSync(
  db: DatabasePool,
  { batches = READER_BATCHES, stopping }: { batches?: number; stopping?: AbortSignal } = {},
): Promise<boolean> {
  if (await isSettled(db)) return true;
  let pass: Pass | undefined;
  for (let left = batches; left > 0 && stopping?.aborted !== true; left--) {
    const end = await compareBatch(db, pass);
    if (end.state !== 'MORE') return end.state === 'COMPLETE';
    pass = end.pass;
  }
  return false;
}

/**
 * The number of listings in the list of those out of sync, once it is complete. A transaction only looks, because it would hold the lock of
 * the marks.
 * @returns undefined when changes wait to be compared: then only a comparison of each listing is right
 */
export async function countListedOutOfSync(db: Database): Promise<number | undefined> {
  const isComplete = await (db.isTransaction ? isSettled(db) : settleOutOfSync(db));
  return isComplete ? (await readCount(db))?.now : undefined;
}

/** Counts the SKUs out of sync by comparing all listings. */
export function countOutOfSync(db: Database): Promise<number> {
  return countByComparing(db);
}

/** The number of SKUs out of sync, and the time for which it holds. @returns undefined when no complete number is known */
export async function readOutOfSync(db: DatabasePool): Promise<{ skus: number; at: Date } | undefined> {
  const isKnown = await settleOutOfSync(db);
  const count = await readCount(db);
  if (count === undefined || count.hasEarlier) return undefined;
  if (isKnown) return { skus: count.now, at: count.at };
  return count.complete === null || count.completeAt === null ? undefined : { skus: count.complete, at: count.completeAt };
}

/** Has listings compared again whose wanted quantity or SKU may have changed without a movement. In the transaction of the change. */
export function compareListingsAgain(tx: Database, listingIds: readonly number[]): Promise<void> {
  return compareListings(tx, listingIds);
}

/** Has the listings compared again that were announced with orders which have allocations now. */
export function compareAnnouncedAgain(tx: Database, orderIds: readonly string[]): Promise<void> {
  return compareAnnounced(tx, orderIds);
}
