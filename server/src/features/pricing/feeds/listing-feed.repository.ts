import type { FeedStatus } from '@stowage/contract/pricing/feeds';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';

export interface ListingFeed {
  readonly id: number;
  readonly jobId: number;
  readonly part: number;
  readonly feedSubmissionId: string | null;
  readonly status: FeedStatus;
  readonly submittedAt: Date;
  readonly stuckAt: Date | null;
}

export interface NewFeed {
  readonly jobId: number;
  readonly part: number;
  readonly feedType: string;
  readonly operationType: string;
  readonly messages: number;
  readonly createdBy: number | null;
  readonly now: Date;
}

/** Creates the feed of a part, or returns the one of an earlier attempt, and whether it is new. */
export async function openFeed(db: Database, feed: NewFeed): Promise<ListingFeed & { readonly isNew: boolean }> {
  const { numAffectedRows } = await sql`
    insert into listing_feeds (job_id, part, feed_type, operation_type, messages, created_by, submitted_at)
    values (${feed.jobId}, ${feed.part}, ${feed.feedType}, ${feed.operationType}, ${feed.messages}, ${feed.createdBy}, ${feed.now})
    on conflict (job_id, part) do nothing`.execute(db);
  const found = await findFeed(db, feed.jobId, feed.part);
  if (found === undefined) throw new Error('The feed was not stored');
  return { ...found, isNew: numAffectedRows === 1n };
}

export async function findFeed(db: Database, jobId: number, part: number): Promise<ListingFeed | undefined> {
  return db
    .selectFrom('listing_feeds')
    .select(['id', 'job_id as jobId', 'part', 'feed_submission_id as feedSubmissionId', 'status', 'submitted_at as submittedAt', 'stuck_at as stuckAt'])
    .$narrowType<{ status: FeedStatus }>()
    .where('job_id', '=', jobId)
    .where('part', '=', part)
    .executeTakeFirst();
}

export async function markSubmitted(db: Database, id: number, feedSubmissionId: string): Promise<void> {
  await db.updateTable('listing_feeds').set({ feed_submission_id: feedSubmissionId }).where('id', '=', id).execute();
}

export async function saveFeedStatus(db: Database, id: number, status: FeedStatus): Promise<void> {
  await db.updateTable('listing_feeds').set({ status }).where('id', '=', id).execute();
}

export async function markStuck(db: Database, id: number, now: Date): Promise<void> {
  await db.updateTable('listing_feeds').set({ stuck_at: now }).where('id', '=', id).where('stuck_at', 'is', null).execute();
}

/** Ends a feed and counts the outcomes of its changes. */
export async function closeFeed(db: Database, feed: { id: number; status: FeedStatus; results: string | null; now: Date }): Promise<void> {
  await sql`
    update listing_feeds f set status = ${feed.status}, process_at = ${feed.now}, results = ${feed.results},
      accepted = c.accepted, warnings = c.warnings, errors = c.errors
    from (
      select count(*) filter (where o.outcome = 'ACCEPTED')::int as accepted, count(*) filter (where o.outcome = 'WARNING')::int as warnings,
        count(*) filter (where o.outcome = 'REJECTED')::int as errors
      from listing_feeds own join listing_changes o on o.job_id = own.job_id and o.part = own.part where own.id = ${feed.id}
    ) c where f.id = ${feed.id}`.execute(db);
}
