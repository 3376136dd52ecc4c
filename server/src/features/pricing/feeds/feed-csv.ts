import type { FeedSubmission } from '@stowage/contract/pricing/feeds';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { csvOf, csvTable } from '../../../platform/formats/csv.ts';
import { readPages } from '../../../platform/formats/read-pages.ts';
import { type FeedFilter, listFeedsBelow } from './feed.read-model.ts';

const EXPORT_FEEDS = 1_000;

const TABLE = csvTable({
  ...{ 'Feed id': 'feed_submission_id', Job: 'job_id', Type: 'feed_type', Operation: 'operation_type', Status: 'status' },
  ...{ 'Submitted (UTC)': 'submitted_at', 'Processed (UTC)': 'process_at', Changes: 'messages', OK: 'accepted', Warnings: 'warnings', Errors: 'errors' },
  ...{ Held: 'held', 'Created by': 'created_by' },
});

/** The feeds that match a filter, newest first. */
export function feedCsv(db: Database, filter: FeedFilter): AsyncIterable<string> {
  const limit = EXPORT_FEEDS;
  return csvOf(
    TABLE,
    readPages(limit, (last?: FeedSubmission) => listFeedsBelow(db, filter, { below: last?.id ?? Number.MAX_SAFE_INTEGER, limit })),
  );
}
