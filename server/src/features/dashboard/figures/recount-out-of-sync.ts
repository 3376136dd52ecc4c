import { jobsTopic } from '@stowage/contract/jobs/jobs';
import { feedStatusTopic } from '@stowage/contract/pricing/listing-jobs';
import type { Context } from '../../../platform/context.ts';
import { findJobKind } from './figures.repository.ts';
import type { FigureService } from './figures.service.ts';

interface Dependencies extends Pick<Context, 'db' | 'topics' | 'logger'> {
  readonly figures: Pick<FigureService, 'refreshOutOfSync'>;
  /** Called after the figure was computed. */
  readonly onCounted: () => void;
}

/** Reads what the marketplace shows. The other jobs that change it report their end on the feed topic. */
const READING_JOB = 'import-listings';

/**
 * Counts the SKUs out of sync again when a job changed what is known of the marketplace, instead of up to ten minutes later.
 * @returns a function that unsubscribes
 */
export function recountOutOfSync({ db, topics, logger, figures, onCounted }: Dependencies): () => void {
  let isCounting = false;
  let isDue = false;
  const count = async () => {
    isDue = true;
    if (isCounting) return;
    isCounting = true;
    try {
      while (isDue) {
        isDue = false;
        await figures.refreshOutOfSync();
        onCounted();
      }
    } catch (err) {
      logger.warn({ err }, 'failed to count the SKUs out of sync');
    } finally {
      isCounting = false;
    }
  };
  const afterJob = async (id: number) => {
    try {
      if ((await findJobKind(db, id)) === READING_JOB) await count();
    } catch (err) {
      logger.warn({ err, id }, 'failed to find the kind of a job');
    }
  };
  const stops = [
    topics.listen(feedStatusTopic.path, (body) => {
      if (feedStatusTopic.payload.parse(JSON.parse(body)).isComplete) void count();
    }),
    topics.listen(jobsTopic.path, (body) => {
      const { id, state } = jobsTopic.payload.parse(JSON.parse(body));
      if (state === 'DONE') void afterJob(id);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
