import type { MarketplaceSource } from '../../integrations/marketplace/marketplace.ts';
import type { Context } from '../../platform/context.ts';
import type { Filing } from '../documents/index.ts';
import type { Job } from '../jobs/index.ts';
import { createReservationService } from '../orders/index.ts';
import { batchImportJobs } from './batch-import.job.ts';
import { orderImportJob } from './orders/order-import.job.ts';
import { reportImportJobs } from './reports/report-import.job.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'topics'> {
  readonly marketplaces: MarketplaceSource;
  readonly filing?: Filing;
}

/** All imports from the marketplace, in the order in which a new installation starts them. */
export function importJobs(deps: Dependencies): Job[] {
  return [...reportImportJobs(deps), orderImportJob({ ...deps, reservations: createReservationService(deps) }), ...batchImportJobs(deps)];
}
