import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/database/connection/connect.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { adjustmentRoutes } from './adjustment/adjustment.routes.ts';
import { createAdjustmentService } from './adjustment/adjustment.service.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import { createAuditService } from './audit/audit.service.ts';
import { stockActions } from './bulk/stock-actions.ts';
import { unitActions } from './bulk/unit-actions.ts';
import { countRoutes } from './counts/count.routes.ts';
import { createCountService } from './counts/count.service.ts';
import { createCountEntryService } from './counts/count-entry.service.ts';
import { createPostingService } from './counts/posting/posting.service.ts';
import { sealLedgerTask } from './ledger/seal-ledger.task.ts';
import { createLocationGenerator } from './locations/generate-locations.ts';
import { findActiveLocation } from './locations/location.repository.ts';
import { locationMasterRoutes } from './locations/location-master.routes.ts';
import { createLocationMasterService } from './locations/location-master.service.ts';
import { putawayRoutes } from './putaway/putaway.routes.ts';
import { createPutawayService } from './putaway/putaway.service.ts';
import { reportRoutes } from './report/report.routes.ts';
import { createReportService } from './report/report.service.ts';
import { createStockValueService } from './report/stock-value.service.ts';
import { scanRoutes } from './scan/scan.routes.ts';
import { createScanService } from './scan/scan.service.ts';
import { locationSpreadsheet } from './spreadsheets/location-spreadsheet.ts';
import { stockSpreadsheet } from './spreadsheets/stock-spreadsheet.ts';
import { sortListingsTask } from './stock/sort-listings.task.ts';
import { stockPageRoutes } from './stock/stock-page.routes.ts';
import { createStockPageService } from './stock/stock-page.service.ts';
import { createUnitService } from './units/unit.service.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'topics' | 'logger'> {
  readonly secrets: Pick<Secrets, 'encryptionKey'>;
}

export function createInventory(deps: Dependencies) {
  return {
    /** Whether a code names an active location. */
    isLocation: async (code: string, db: Database = deps.db) => (await findActiveLocation(db, { code })) !== undefined,
    tasks: [sortListingsTask(deps), sealLedgerTask({ ...deps, encryptionKey: deps.secrets.encryptionKey })],
    bulkActions: [...unitActions(deps), ...stockActions()],
    spreadsheetKinds: [locationSpreadsheet(deps), stockSpreadsheet(deps)],
    routes(app: FastifyInstance) {
      const units = createUnitService(deps);
      const reports = createReportService(deps);
      locationMasterRoutes(app, { ...deps, locations: createLocationMasterService(deps), generate: createLocationGenerator(deps) });
      scanRoutes(app, { ...deps, scans: createScanService(deps), units });
      auditRoutes(app, { ...deps, audits: createAuditService(deps) });
      countRoutes(app, { ...deps, counts: createCountService(deps), entries: createCountEntryService(deps), postings: createPostingService(deps) });
      reportRoutes(app, { ...deps, reports, values: createStockValueService(deps), units });
      adjustmentRoutes(app, { ...deps, reports, units, adjustments: createAdjustmentService(deps) });
      putawayRoutes(app, { ...deps, putaways: createPutawayService(deps) });
      stockPageRoutes(app, { ...deps, stock: createStockPageService(deps) });
    },
  };
}
