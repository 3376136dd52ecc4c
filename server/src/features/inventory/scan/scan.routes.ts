import { listLocationOptions, listLocations } from '@stowage/contract/inventory/locations';
import * as contract from '@stowage/contract/inventory/scan';
import { deleteUnit, moveUnit, restoreUnit } from '@stowage/contract/inventory/units';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { windowedPages } from '../../../platform/formats/numbered-pages.ts';
import { route } from '../../../platform/http/route.ts';
import { sharedRoute } from '../../../platform/http/shared-route.ts';
import { successMessage } from '../../../platform/http/success.ts';
import { listActiveLocations } from '../locations/location.repository.ts';
import { stockWorkerOf } from '../stock-worker.rules.ts';
import type { UnitService } from '../units/unit.service.ts';
import { createHistoryCounter, listHistory } from './history.read-model.ts';
import type { ScanService } from './scan.service.ts';

interface Dependencies {
  readonly db: Database;
  readonly scans: ScanService;
  readonly units: UnitService;
}

const read = { permission: 'stock.read' } as const;
const write = { permission: 'stock.write' } as const;
const newest = { offset: 0, limit: contract.HISTORY_LIST_LIMIT };

export function scanRoutes(app: FastifyInstance, { db, scans, units }: Dependencies): void {
  const countHistory = createHistoryCounter(db);

  route(app, listLocationOptions, read, () => listActiveLocations(db));
  route(app, listLocations, read, () => listActiveLocations(db));
  sharedRoute(app, contract.listHistory, read, () => listHistory(db, newest));
  sharedRoute(app, contract.listHistoryAfterScan, read, () => listHistory(db, newest));

  sharedRoute(app, contract.historyPage, read, async ({ query: { page, size } }) => {
    const pages = windowedPages({ found: await countHistory(), window: contract.HISTORY_WINDOW, size, page });
    const offset = page * size;
    return { data: await listHistory(db, { offset, limit: Math.max(0, Math.min(size, pages.totalCount - offset)) }), ...pages };
  });

  route(app, contract.scanUnit, write, async ({ body: { productId, locationId, clientScanId = null, incomplete } }, { caller }) => {
    await scans.scan({ code: productId, incomplete, location: locationId, clientScanId, actorId: caller.userId });
    return 'ok';
  });

  route(app, deleteUnit, write, ({ body }, { caller }) => successMessage('Item deleted successfully', units.delete(body.id, stockWorkerOf(caller))));
  route(app, restoreUnit, write, ({ body }, { caller }) => successMessage('Item restored successfully', units.restore(body.id, stockWorkerOf(caller))));
  route(app, moveUnit, write, ({ body }, { caller }) => successMessage('Location updated', units.move(body.id, body.location, caller.userId)));
}
