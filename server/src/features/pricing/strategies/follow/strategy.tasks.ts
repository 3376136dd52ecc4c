import { DAY_MS } from '@stowage/contract/formats/durations';
import { OFFER_HISTORY_DAYS } from '@stowage/contract/pricing/price-strategies';
import type { Context } from '../../../../platform/context.ts';
import type { Task } from '../../../../platform/jobs/task.ts';
import type { ListingJobService } from '../../sync/listing-job.service.ts';
import { purgeOfferHistory } from '../simulation/offer-history.repository.ts';
import { followPrices } from './follow-prices.service.ts';
import { checkAllPrices, isPriceJobOpen, queueDeciding, REPRICE_TASK } from './price-check.repository.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'topics'> {
  readonly jobs: Pick<ListingJobService, 'closeAbandoned'>;
}

/** Looks again for the end of a job that sends prices. */
const BUSY_MS = 1_000;

export function strategyTasks(deps: Dependencies): readonly Task[] {
  const { db, clock, jobs } = deps;
  return [
    {
      // Safe to run twice: what was decided is no longer checked.
      name: REPRICE_TASK,
      isUrgent: true,
      async run(_, stopping) {
        while (!stopping.aborted) {
          await jobs.closeAbandoned();
          // Two jobs that send prices would overtake each other.
          if (await isPriceJobOpen(db)) return queueDeciding(db, BUSY_MS);
          if ((await followPrices(deps)) === 0) return;
        }
      },
    },
    {
      // Costs, fees, MAPs, schedules and the age of offers change without a cause.
      name: 'check-price-strategies',
      cron: '*/15 * * * *',
      run: () => checkAllPrices(db),
    },
    {
      name: 'purge-offer-history',
      cron: '45 3 * * *',
      run: () => purgeOfferHistory(db, new Date(clock.now().getTime() - OFFER_HISTORY_DAYS * DAY_MS)),
    },
  ];
}
