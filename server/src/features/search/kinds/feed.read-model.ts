import { SEARCH_RESULTS_PER_KIND } from '@stowage/contract/search/search';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { addressOf, type Question } from '../question.rules.ts';
import type { SearchSource } from '../search-source.ts';

interface Row {
  feed_submission_id: string;
  feed_type: string;
  status: string;
  messages: number;
}

/** By the marketplace's number of the feed. */
export const feedSource: SearchSource = {
  kind: 'feed',
  async find(db: Database, { text }: Question) {
    const { rows } = await sql<Row>`/* prepared: search_feeds */
      select feed_submission_id, feed_type, status, messages from listing_feeds where feed_submission_id = ${text} limit ${sql.lit(SEARCH_RESULTS_PER_KIND)}`.execute(
      db,
    );
    return rows.map(({ feed_submission_id, feed_type, status, messages }) => ({
      id: feed_submission_id,
      title: `Feed ${feed_submission_id}`,
      detail: [feed_type, status, `${messages.toLocaleString('en')} changes`].join(' · '),
      path: addressOf('/feed-status', { feed: feed_submission_id }),
      isExact: true,
    }));
  },
};
