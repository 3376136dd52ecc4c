import type { FastifyInstance } from 'fastify';
import type { MarketplaceSource } from '../../integrations/marketplace/marketplace.ts';
import type { Context } from '../../platform/context.ts';
import type { DatabaseWatch } from '../../platform/database/connection/watch.ts';
import type { Filing } from '../documents/filing/index.ts';
import { createBreakdownService } from './breakdown/breakdown.service.ts';
import { createListingChangeService } from './changes/listing-change.service.ts';
import { listingReader } from './changes/read-listings.ts';
import { jobWakers } from './changes/wake-jobs.ts';
import { createFbaPriceService } from './fba/fba-price.service.ts';
import { priceApprovalActions } from './held-prices/price-approval-actions.ts';
import { competitorSpreadsheet } from './map-compliance/competitor-spreadsheet.ts';
import { mapComplianceRoutes } from './map-compliance/map-compliance.routes.ts';
import { createMapComplianceService } from './map-compliance/map-compliance.service.ts';
import { repairOutOfSyncTask, watchOutOfSync } from './out-of-sync/out-of-sync.tasks.ts';
import { pricingRoutes } from './pricing.routes.ts';
import { quantityRoutes } from './quantities/quantity.routes.ts';
import { quantityTasks, watchQuantities } from './quantities/quantity.tasks.ts';
import { createShipmentSalesService } from './shipment-sales/shipment-sales.service.ts';
import { strategyTasks } from './strategies/follow/strategy.tasks.ts';
import { strategyRoutes } from './strategies/strategy.routes.ts';
import { strategyActions } from './strategies/strategy-actions.ts';
import { strategySpreadsheet } from './strategies/strategy-spreadsheet.ts';
import { listingJobs } from './sync/listing.job.ts';
import { createListingJobService } from './sync/listing-job.service.ts';
import { purgeBackgroundJobsTask } from './sync/purge-listing-jobs.task.ts';
import { createUndoService } from './sync/undo.service.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'topics' | 'logger'> {
  readonly marketplaces: MarketplaceSource;
  readonly filing?: Filing;
  readonly watch: Pick<DatabaseWatch, 'isLeading'>;
}

export function createPricing(deps: Dependencies) {
  const jobs = createListingJobService(deps);
  return {
    routes(app: FastifyInstance) {
      pricingRoutes(app, {
        ...deps,
        jobs,
        changes: createListingChangeService(deps),
        undos: createUndoService({ ...deps, jobs }),
        fbaPrices: createFbaPriceService({ ...deps, jobs }),
        shipmentSales: createShipmentSalesService(deps),
        breakdowns: createBreakdownService(deps),
      });
      quantityRoutes(app, deps);
      strategyRoutes(app, deps);
      mapComplianceRoutes(app, { ...deps, service: createMapComplianceService(deps) });
    },
    tasks: [...quantityTasks(deps), ...strategyTasks({ ...deps, jobs }), repairOutOfSyncTask(deps), purgeBackgroundJobsTask(deps)],
    start: () => {
      const stops = [watchQuantities(deps), watchOutOfSync(deps)];
      return async () => void (await Promise.all(stops.map((stop) => stop())));
    },
    jobs: listingJobs(deps),
    bulkActions: [...priceApprovalActions(deps), ...strategyActions(deps)],
    spreadsheetKinds: [competitorSpreadsheet, strategySpreadsheet(deps)],
    changeReaders: [listingReader(deps)],
    changeWakers: jobWakers,
    close: () => jobs.close(),
  };
}
