import type { Database } from '../../../platform/database/connection/connect.ts';
import { csvOf, csvTable } from '../../../platform/formats/csv.ts';
import { readByIds } from '../../../platform/formats/read-pages.ts';
import { type FeedFilter, type FeedOrder, listFeedIds, listFeedsOf } from './feed.read-model.ts';

const EXPORT_FEEDS = 1_000;

const TABLE = csvTable({
  ...{ 'Feed id': 'feed_submission_id', Job: 'job_id', Type: 'feed_type', Operation: 'operation_type', Status: 'status' },
  ...{ 'Submitted (UTC)': 'submitted_at', 'Processed (UTC)': 'process_at', Changes: 'messages', OK: 'accepted', Warnings: 'warnings', Errors: 'errors' },
  ...{ Held: 'held', 'Created by': 'created_by' },
});

/** The feeds that match a filter, in the order of the list. */
export async function feedCsv(db: Database, filter: FeedFilter, order: FeedOrder): Promise<AsyncIterable<string>> {
  const ids = await listFeedIds(db, filter, order);
  return csvOf(
    TABLE,
    readByIds(ids, EXPORT_FEEDS, (part) => listFeedsOf(db, part)),
  );
}
