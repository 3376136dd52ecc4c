import type { FeedStatus } from '@stowage/contract/pricing/feeds';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { PATCHES_PART } from '../sync/change.repository.ts';

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

/** Creates the feed of a part, or returns the one of an earlier attempt, and whether it is new. A feed that was not submitted begins again. */
export async function openFeed(db: Database, feed: NewFeed): Promise<ListingFeed & { readonly isNew: boolean }> {
  const { rows } = await sql<{ isNew: boolean }>`
    insert into listing_feeds as f (job_id, part, feed_type, operation_type, messages, created_by, submitted_at)
    values (${feed.jobId}, ${feed.part}, ${feed.feedType}, ${feed.operationType}, ${feed.messages}, ${feed.createdBy}, ${feed.now})
    on conflict (job_id, part) do update set messages = excluded.messages, submitted_at = excluded.submitted_at
      where f.feed_submission_id is null and f.part <> ${PATCHES_PART}
    returning xmax = 0 as "isNew"`.execute(db);
  const found = await findFeed(db, feed.jobId, feed.part);
  if (found === undefined) throw new Error('The feed was not stored');
  return { ...found, isNew: rows[0]?.isNew ?? false };
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

/** The feeds of a job that were opened, and of which no submission is known. */
export function listUnsubmitted(db: Database, jobId: number): Promise<{ id: number; part: number }[]> {
  return db
    .selectFrom('listing_feeds')
    .select(['id', 'part'])
    .where('job_id', '=', jobId)
    .where('feed_submission_id', 'is', null)
    .where('part', '<>', PATCHES_PART)
    .orderBy('part')
    .execute();
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

/** Ends the feeds of a job that were not submitted. */
export async function cancelUnsubmitted(db: Database, jobId: number, now: Date): Promise<void> {
  await sql`update listing_feeds set status = 'cancelled', process_at = ${now}
    where job_id = ${jobId} and feed_submission_id is null and status in ('pending', 'processing')`.execute(db);
}

/**
 * Ends the feeds of a finished job that a pause or the end of a process left open. Those that sent nothing are canceled.
 * @param reason why the job ended before Amazon answered; the outcome of a submitted feed is then unknown
 */
export async function closeLeftFeeds(db: Database, jobId: number, { now, reason }: { now: Date; reason?: string }): Promise<void> {
  const { rows } = await sql<{ id: number; status: FeedStatus; isSubmitted: boolean }>`
    select f.id, f.feed_submission_id is not null as "isSubmitted",
      case when exists (select from listing_changes c where c.job_id = f.job_id and c.part = f.part) then 'completed' else 'cancelled' end as status
    from listing_feeds f where f.job_id = ${jobId} and f.status in ('pending', 'processing')`.execute(db);
  for (const { id, status, isSubmitted } of rows) {
    const isFailed = isSubmitted && reason !== undefined;
    await closeFeed(db, { id, status: isFailed ? 'failed' : status, results: isFailed ? JSON.stringify({ status: 'failed', reason }) : null, now });
  }
}

/** The run of the job that waits for a feed of the marketplace. */
export async function findRunOfFeed(db: Database, feedSubmissionId: string): Promise<number | undefined> {
  const query = db.selectFrom('listing_feeds as f').innerJoin('listing_jobs as j', 'j.id', 'f.job_id').select('j.run_id');
  const row = await query.where('f.feed_submission_id', '=', feedSubmissionId).where('j.finished_at', 'is', null).executeTakeFirst();
  return row?.run_id ?? undefined;
}
