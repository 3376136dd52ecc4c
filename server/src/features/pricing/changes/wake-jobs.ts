import { wakeKind, wakeRun } from '../../jobs/index.ts';
import type { ChangeWaker } from '../../marketplace-events/index.ts';
import { findRunOfFeed } from '../feeds/listing-feed.repository.ts';
import { hasRequested } from '../shipment-sales/shipment-sales.repository.ts';
import { SALES_JOB } from '../shipment-sales/shipment-sales.service.ts';

/** Continue the jobs that wait for a feed, or for the report of shipment sales. */
export const jobWakers: readonly ChangeWaker[] = [
  {
    kind: 'FEED',
    async wake(tx, feedId) {
      const runId = await findRunOfFeed(tx, feedId);
      if (runId !== undefined) await wakeRun(tx, runId);
    },
  },
  {
    kind: 'REPORT',
    async wake(tx, reportId) {
      if (await hasRequested(tx, reportId)) await wakeKind(tx, SALES_JOB);
    },
  },
];
