import type { FeedSubmission, FeedSubmissions } from '../../integrations/marketplace/calls/feeds.ts';
import type { DatabaseConnection, DatabasePool } from '../../platform/database/connection/connect.ts';
import { whenLocked } from '../../platform/database/session-lock.ts';

/** Held while a feed is submitted. */
const FEEDS_LOCK = 871_004;

/** Stores submitted feeds in the database, so that they survive a restart and all processes share them. */
export function createFeedSubmissions(db: DatabasePool, connection: DatabaseConnection): FeedSubmissions {
  const columns = ['attempted_at', 'earlier_feed_ids', 'feed_id'] as const;
  return {
    // A session lock is released immediately when the connection breaks.
    oneByOne: (work) => whenLocked(connection, FEEDS_LOCK, work),

    async find(key) {
      const row = await db.selectFrom('feed_submissions').select(columns).where('key', '=', key).executeTakeFirst();
      return row && toSubmission(row);
    },

    async begin(key, { attemptedAt, earlierFeedIds }) {
      const attempt = { attempted_at: attemptedAt, earlier_feed_ids: [...earlierFeedIds] };
      await db
        .insertInto('feed_submissions')
        .values({ key, ...attempt })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(attempt))
        .execute();
    },

    async end(key, feedId) {
      await db.updateTable('feed_submissions').set({ feed_id: feedId }).where('key', '=', key).execute();
    },

    async withdraw(key) {
      await db.deleteFrom('feed_submissions').where('key', '=', key).where('feed_id', 'is', null).execute();
    },

    async knownFeedIds(since) {
      const rows = await db.selectFrom('feed_submissions').select('feed_id').where('attempted_at', '>=', since).execute();
      return rows.flatMap(({ feed_id }) => feed_id ?? []);
    },

    async findNext(after, key) {
      const next = db.selectFrom('feed_submissions').select(columns).where('attempted_at', '>=', after).where('key', '<>', key);
      const row = await next.orderBy('attempted_at').limit(1).executeTakeFirst();
      return row && toSubmission(row);
    },

    async oldestOpenAttempt() {
      const open = db.selectFrom('feed_submissions').select('attempted_at').where('feed_id', 'is', null);
      return (await open.orderBy('attempted_at').limit(1).executeTakeFirst())?.attempted_at;
    },
  };
}

function toSubmission(row: { attempted_at: Date; earlier_feed_ids: string[]; feed_id: string | null }): FeedSubmission {
  return { attemptedAt: row.attempted_at, earlierFeedIds: row.earlier_feed_ids, feedId: row.feed_id ?? undefined };
}
