import { type FeedStatusMessage, feedStatusTopic, jobStatusTopic } from '@stowage/contract/pricing/pricing';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import { type Report, saveReport } from './listing-job.repository.ts';

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly topics: Topics;
}

export interface JobReporter {
  /** Tells how far the job is; at most four times a second, a new status at once. */
  tell(report: Report): Promise<void>;
}

const TELL_EVERY_MS = 250;

/** Writes a job's progress down and publishes it: on the job's own topic and on the general one. */
export function createJobReporter({ db, clock, topics }: Dependencies, jobId: number): JobReporter {
  let toldAt = 0;
  let untold: Report = {};
  return {
    async tell(report) {
      untold = { ...untold, ...report };
      if (report.status === undefined && Date.now() - toldAt < TELL_EVERY_MS) return;
      toldAt = Date.now();
      const told = untold;
      untold = {};
      const message = await saveReport(db, jobId, told, clock.now());
      if (message !== undefined) publishStatus(topics, message);
    },
  };
}

export function publishStatus(topics: Topics, message: FeedStatusMessage): void {
  topics.publish(jobStatusTopic, message, { jobId: message.jobId });
  topics.publish(feedStatusTopic, message);
}
