import type { Database } from '../../../platform/database/connection/connect.ts';
import { csvTable } from '../../../platform/formats/csv.ts';
import { type FeedFilter, listFeedsBelow } from './feed.read-model.ts';

const EXPORT_FEEDS = 1_000;

const { head, line } = csvTable({
  ...{ 'Feed id': 'feed_submission_id', Job: 'job_id', Type: 'feed_type', Operation: 'operation_type', Status: 'status' },
  ...{ 'Submitted (UTC)': 'submitted_at', 'Processed (UTC)': 'process_at', Changes: 'messages', OK: 'accepted', Warnings: 'warnings', Errors: 'errors' },
  ...{ Held: 'held', 'Created by': 'created_by' },
});

/** The feeds that match a filter, newest first. */
export async function* feedCsv(db: Database, filter: FeedFilter): AsyncIterable<string> {
  yield head;
  for (let below = Number.MAX_SAFE_INTEGER; ; ) {
    const feeds = await listFeedsBelow(db, filter, { below, limit: EXPORT_FEEDS });
    yield feeds.map(line).join('');
    const last = feeds.at(-1);
    if (feeds.length < EXPORT_FEEDS || last === undefined) return;
    below = last.id;
  }
}
