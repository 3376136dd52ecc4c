import { numberText } from '@stowage/contract/formats/text/number-text';
import { SEARCH_RESULTS_PER_KIND } from '@stowage/contract/search/search';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { screenAddress } from '../screen-address.ts';
import type { SearchQuery } from '../search-query.rules.ts';
import { joinDetails, type SearchSource } from '../search-source.ts';

interface Row {
  feed_submission_id: string;
  feed_type: string;
  status: string;
  messages: number;
}

/** Finds feeds by the marketplace's id. */
export const feedSource: SearchSource = {
  kind: 'feed',
  async find(db: Database, { text }: SearchQuery) {
    const { rows } = await sql<Row>`/* prepared: search_feeds */
      select feed_submission_id, feed_type, status, messages from listing_feeds where feed_submission_id = ${text} limit ${sql.lit(SEARCH_RESULTS_PER_KIND)}`.execute(
      db,
    );
    return rows.map(({ feed_submission_id, feed_type, status, messages }) => ({
      id: feed_submission_id,
      title: `Feed ${feed_submission_id}`,
      detail: joinDetails(feed_type, status, `${numberText(messages)} changes`),
      path: screenAddress('/feed-status', { feed: feed_submission_id }),
      isExact: true,
    }));
  },
};
