import { MINUTE_MS } from '@stowage/contract/formats/durations';
import { jobsTopic } from '@stowage/contract/jobs/jobs';
import { permissionToRetry, REREAD_AFTER_MINUTES } from '@stowage/contract/pricing/listing-changes';
import {
  type FeedStatusMessage,
  jobStatusTopic,
  LISTING_JOBS,
  type ListingJob,
  type ListingJobKind,
  RESTORE_HOURS,
  UNSENT_JOBS,
} from '@stowage/contract/pricing/listing-jobs';
import type { MarketplaceSource } from '../../../integrations/marketplace/marketplace.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { type Caller, requirePermitted } from '../../../platform/http/caller.ts';
import { getMarketplace } from '../../connection/index.ts';
import { openRun } from '../../jobs/index.ts';
import { announceReread, openReread } from '../changes/reread.job.ts';
import { countRereads } from '../changes/reread.repository.ts';
import { priceChannelOf, requireUnpaused } from '../engine/price-pause.rules.ts';
import { countClearable, getSettings } from '../engine/settings.repository.ts';
import { closeLeftFeeds } from '../feeds/listing-feed.repository.ts';
import { getMode, setMode } from '../quantities/quantity-settings.repository.ts';
import { closeOpen, countOutcomes } from './change.repository.ts';
import { publishStatus } from './job-reporter.ts';
import { findStarterName } from './listing-job.read-model.ts';
import * as jobs from './listing-job.repository.ts';
import { isRetryable, isTooLate, isUndoable, PUSHES } from './listing-job.rules.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'topics' | 'logger'> {
  readonly marketplaces: MarketplaceSource;
}

export interface ListingJobService {
  /**
   * @param before what is stored with the start, or refuses it
   * @returns the public ID of the job @throws AppError `conflict` with `already_running`, `paused` or `not_connected`
   */
  start(kind: ListingJobKind, payload: jobs.ListingJobPayload, userId: number, before?: (tx: DatabaseTransaction) => Promise<void>): Promise<string>;
  clear(expected: number | undefined, userId: number): Promise<string>;
  /**
   * Starts a job of the same kind for the rejected listings.
   * @throws AppError like `start`, `conflict` with `nothing_rejected` or `too_late`, and `forbidden` for a job that the person may not start
   */
  retryRejected(code: string, caller: Pick<Caller, 'userId' | 'roles'>): Promise<string>;
  get(code: string): Promise<ListingJob>;
  list(): Promise<ListingJob[]>;
  /** Ends the jobs whose run failed permanently or was canceled, and publishes their end. */
  closeAbandoned(): Promise<void>;
  /** Stops listening. */
  close(): void;
}

const SHOWN_JOBS = 10;
const PRICES: readonly ListingJobKind[] = ['sync-listings', 'fba-prices'];

export function createListingJobService({ db, clock, topics, logger, marketplaces }: Dependencies): ListingJobService {
  const start: ListingJobService['start'] = async (kind, payload, userId, before) => {
    if (!UNSENT_JOBS.includes(kind)) await getMarketplace(marketplaces);
    if (PRICES.includes(kind)) requireUnpaused(await getSettings(db), priceChannelOf(payload.channel));
    await closeAbandoned();
    const job = await db.transaction().execute(async (tx) => {
      await before?.(tx);
      // Otherwise the quantities would be offered again by themselves.
      if (kind === 'clear-listings' && (await getMode(tx)) === 'ON') await setMode(tx, 'PAUSED');
      const run = await openRun(tx, { kind, key: PUSHES.includes(kind) ? 'push-listings' : kind, payload, requestedBy: userId });
      if (run.isNew) return jobs.insertListingJob(tx, { runId: run.id, kind, payload, startedBy: userId, now: clock.now() });
      const running = await jobs.findJobByRun(tx, run.id);
      const title = running === undefined ? 'A job' : LISTING_JOBS[running.kind];
      throw new AppError('conflict', `${title} is running already`, { reason: 'already_running', details: { jobId: running?.code } });
    });
    if (job.runId !== null) topics.publish(jobsTopic, { id: job.runId, state: 'QUEUED' });
    publishStatus(topics, jobs.toMessage(job));
    return job.code;
  };

  const closeAbandoned = async () => {
    for (const { runId, error, state } of await jobs.findAbandoned(db)) {
      const job = await jobs.findJobByRun(db, runId);
      if (job === undefined) continue;
      const message = state === 'CANCELLED' ? 'Canceled' : (error ?? 'The job failed');
      const closed = await db.transaction().execute((tx) => endEarly(tx, job.id, { message, now: clock.now() }));
      if (closed === undefined) continue;
      announceReread(topics, closed.reread);
      publishStatus(topics, closed.status);
    }
  };

  topics.serveLatest(jobStatusTopic, async ({ jobId = '' }): Promise<FeedStatusMessage | undefined> => {
    const job = await jobs.findJobByCode(db, jobId);
    return job && jobs.toMessage(job);
  });
  const stop = topics.listen(jobsTopic.path, (body) => {
    const { state } = jobsTopic.payload.parse(JSON.parse(body));
    // If this fails, the next start closes the jobs.
    if (state === 'FAILED' || state === 'CANCELLED') {
      void closeAbandoned().catch((err: unknown) => logger.warn({ err }, 'failed to close the listing jobs that ended early'));
    }
  });

  return {
    start,
    closeAbandoned,
    close: stop,

    async clear(expected, userId) {
      if (expected !== undefined && expected !== (await countClearable(db))) {
        throw new AppError('conflict', 'The number of listings has changed. Check it and try again.', { reason: 'other_count' });
      }
      return start('clear-listings', {}, userId);
    },

    async retryRejected(code, { userId, roles }) {
      await closeAbandoned();
      const job = await jobs.getJob(db, code);
      requirePermitted(roles, permissionToRetry(job.kind));
      const { REJECTED = 0 } = await countOutcomes(db, job.id);
      if (!isRetryable(job, REJECTED)) {
        throw new AppError('conflict', 'This job has no rejected listings to retry', { reason: 'nothing_rejected' });
      }
      if (isTooLate(job.kind, await jobs.findClearedAt(db, job), clock.now())) {
        throw new AppError('conflict', `Quantities of a clear can be sent again for ${RESTORE_HOURS} hours`, { reason: 'too_late' });
      }
      return start(job.kind, { ...job.payload, retryOfJobId: job.id }, userId);
    },

    async get(code) {
      await closeAbandoned();
      return toListingJob(db, await jobs.getJob(db, code), clock.now());
    },

    async list() {
      await closeAbandoned();
      return Promise.all((await jobs.listJobs(db, SHOWN_JOBS)).map((job) => toListingJob(db, job, clock.now())));
    },
  };
}

/** Ends a job and the changes without an answer. @returns undefined when it has ended already */
async function endEarly(tx: DatabaseTransaction, jobId: number, { message, now }: { message: string; now: Date }) {
  // First, so that a process that still takes a step of the run, because it was taken for dead, adds no change afterwards.
  const status = await jobs.saveReport(tx, jobId, { status: 'ERROR', message, hasError: true }, now);
  if (status === undefined) return undefined;
  const reason = `The job ended before the marketplace answered: ${message}`;
  await closeOpen(tx, jobId, reason);
  await closeLeftFeeds(tx, jobId, { now, reason });
  return { status, reread: await openReread(tx, jobId) };
}

async function toListingJob(db: Database, job: jobs.ListingJobRow, now: Date): Promise<ListingJob> {
  const outcomes = await countOutcomes(db, job.id);
  const reread = await countRereads(db, job.id);
  const clearedAt = await jobs.findClearedAt(db, job);
  const dueAt = new Date((job.finishedAt ?? now).getTime() + REREAD_AFTER_MINUTES * MINUTE_MS).toISOString();
  return {
    ...jobs.toMessage(job),
    title: LISTING_JOBS[job.kind],
    startedAt: job.startedAt.toISOString(),
    finishedAt: job.finishedAt?.toISOString() ?? null,
    startedBy: await findStarterName(db, job.startedBy),
    outcomes,
    isUndoable: isUndoable(job, now),
    isRetryable: isRetryable(job, outcomes.REJECTED ?? 0) && !isTooLate(job.kind, clearedAt, now),
    reread: reread.plannedCount === 0 ? null : { ...reread, dueAt },
  };
}
