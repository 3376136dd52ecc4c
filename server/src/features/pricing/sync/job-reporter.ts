import { type FeedStatusMessage, feedStatusTopic, jobStatusTopic } from '@stowage/contract/pricing/listing-jobs';
import type { Context } from '../../../platform/context.ts';
import type { DatabasePool } from '../../../platform/database/connection/connect.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import { allowNextRun } from '../../jobs/index.ts';
import { type ListingJobRow, type Report, saveReport } from './listing-job.repository.ts';

interface Dependencies extends Pick<Context, 'clock' | 'topics'> {
  readonly db: DatabasePool;
}

export interface JobReporter {
  /** Reports progress at most four times a second, and a new status immediately. Once it is complete, the next job may start. */
  report(report: Report): Promise<void>;
}

const REPORT_EVERY_MS = 250;

/** Stores a job's progress and publishes it on the job's own topic and on the general one. */
export function createJobReporter({ db, clock, topics }: Dependencies, { id, runId }: Pick<ListingJobRow, 'id' | 'runId'>): JobReporter {
  let reportedAt = Number.NEGATIVE_INFINITY;
  let pending: Report = {};
  return {
    async report(report) {
      pending = { ...pending, ...report };
      if (report.status === undefined && performance.now() - reportedAt < REPORT_EVERY_MS) return;
      reportedAt = performance.now();
      const merged = pending;
      pending = {};
      const message = await db.transaction().execute(async (tx) => {
        // The run ends a moment later.
        if (merged.status === 'COMPLETED' && runId !== null) await allowNextRun(tx, runId);
        return saveReport(tx, id, merged, clock.now());
      });
      if (message !== undefined) publishStatus(topics, message);
    },
  };
}

export function publishStatus(topics: Topics, message: FeedStatusMessage): void {
  topics.publish(jobStatusTopic, message, { jobId: message.jobId });
  topics.publish(feedStatusTopic, message);
}
