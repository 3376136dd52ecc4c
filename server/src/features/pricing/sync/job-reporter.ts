import { type FeedStatusMessage, feedStatusTopic, jobStatusTopic } from '@stowage/contract/pricing/listing-jobs';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import { type Report, saveReport } from './listing-job.repository.ts';

interface Dependencies extends Pick<Context, 'clock' | 'topics'> {
  readonly db: Database;
}

export interface JobReporter {
  /** Reports progress at most four times a second, and a new status immediately. */
  report(report: Report): Promise<void>;
}

const REPORT_EVERY_MS = 250;

/** Stores a job's progress and publishes it on the job's own topic and on the general one. */
export function createJobReporter({ db, clock, topics }: Dependencies, jobId: number): JobReporter {
  let reportedAt = 0;
  let pending: Report = {};
  return {
    async report(report) {
      pending = { ...pending, ...report };
      if (report.status === undefined && Date.now() - reportedAt < REPORT_EVERY_MS) return;
      reportedAt = Date.now();
      const merged = pending;
      pending = {};
      const message = await saveReport(db, jobId, merged, clock.now());
      if (message !== undefined) publishStatus(topics, message);
    },
  };
}

export function publishStatus(topics: Topics, message: FeedStatusMessage): void {
  topics.publish(jobStatusTopic, message, { jobId: message.jobId });
  topics.publish(feedStatusTopic, message);
}
