import type { MarketplaceSource } from '../../integrations/marketplace/marketplace.ts';
import type { Context } from '../../platform/context.ts';
import type { Filing } from '../documents/index.ts';
import { wakeRunOfReport } from '../jobs/index.ts';
import type { ChangeReader, ChangeWaker } from '../marketplace-events/index.ts';
import { createReservationService } from '../orders/index.ts';
import { importJobs } from './import.job.ts';
import { offerReaders } from './offers/read-offers.ts';
import { orderReader } from './orders/read-orders.ts';
import { purgeCommentsTask } from './reports/purge-comments.task.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'topics'> {
  readonly marketplaces: MarketplaceSource;
  readonly filing?: Filing;
}

const reportWaker: ChangeWaker = { kind: 'REPORT', wake: wakeRunOfReport };

export const createImports = (deps: Dependencies) => ({
  jobs: importJobs(deps),
  tasks: [purgeCommentsTask(deps)],
  changeReaders: changeReaders(deps),
  changeWakers: [reportWaker],
});

/** Read single records again, as their imports do. */
const changeReaders = (deps: Pick<Dependencies, 'db' | 'clock' | 'topics'>): ChangeReader[] => [
  orderReader({ ...deps, reservations: createReservationService(deps) }),
  ...offerReaders(deps),
];
