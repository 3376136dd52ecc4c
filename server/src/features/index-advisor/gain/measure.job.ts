import { messageOf } from '@stowage/contract/errors';
import { INDEX_JOBS, indexAdvisorTopic, MEASURED_AFTER_HOURS } from '@stowage/contract/index-advisor/index-advisor';
import type { Topics } from '../../../platform/realtime/topics.ts';
import type { Job } from '../../jobs/index.ts';
import { dropLeftovers } from '../creation/leftover.service.ts';
import { listAbandoned } from '../suggestions/suggestion.repository.ts';
import { listUnmeasured } from './gain.repository.ts';
import { type GainDependencies, measureGainOf } from './gain.service.ts';

const KIND = 'measure-index-gains';

interface Dependencies extends GainDependencies {
  readonly topics: Topics;
}

/** Every hour: measures the gain of indexes that are a day old, and retries blocked drops. */
export function measureJob(deps: Dependencies): Job {
  const { db, owner, clock, topics } = deps;
  const listDue = () => listUnmeasured(db, { now: clock.now(), afterHours: MEASURED_AFTER_HOURS });
  return {
    kind: KIND,
    title: INDEX_JOBS[KIND],
    cron: '7 * * * *',
    isWanted: async () => (await listDue()).length > 0 || (await listAbandoned(db)).length > 0,
    run: async (_payload, context) => {
      await dropLeftovers({
        db,
        owner,
        signal: context.signal,
        onFailure: (error) => context.log('WARN', [`An invalid index could not be dropped: ${messageOf(error)}`]),
      });
      const due = await listDue();
      for (const suggestionId of due) {
        await measureGainOf(deps, suggestionId);
        topics.publish(indexAdvisorTopic, { suggestionId });
      }
      await context.progress({ done: due.length, total: due.length, message: 'Measured' });
      return undefined;
    },
  };
}
