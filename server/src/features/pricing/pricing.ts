import type { FastifyInstance } from 'fastify';
import type { MarketplaceSource } from '../../integrations/marketplace/marketplace.ts';
import type { Context } from '../../platform/context.ts';
import { createBreakdownService } from './breakdown/breakdown.service.ts';
import { createListingChangeService } from './changes/listing-change.service.ts';
import { createFbaPriceService } from './fba/fba-price.service.ts';
import { mapComplianceRoutes } from './map-compliance/map-compliance.routes.ts';
import { createMapComplianceService } from './map-compliance/map-compliance.service.ts';
import { pricingRoutes } from './pricing.routes.ts';
import { createShipmentSalesService } from './shipment-sales/shipment-sales.service.ts';
import { listingJobs } from './sync/listing.job.ts';
import { createListingJobService } from './sync/listing-job.service.ts';
import { priceApprovalActions } from './sync/price-approval-actions.ts';
import { createUndoService } from './sync/undo.service.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'topics' | 'logger'> {
  readonly marketplaces: MarketplaceSource;
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
      mapComplianceRoutes(app, { ...deps, service: createMapComplianceService(deps) });
    },
    jobs: listingJobs(deps),
    bulkActions: priceApprovalActions(deps),
    close: () => jobs.close(),
  };
}
