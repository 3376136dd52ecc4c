import * as contract from '@stowage/contract/inventory/scan';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../platform/database/connect.ts';
import { route } from '../../../platform/http/route.ts';
import { listActiveLocations } from '../locations/location.repository.ts';
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

  route(app, contract.listLocationOptions, read, () => listActiveLocations(db));
  route(app, contract.listLocations, read, () => listActiveLocations(db));
  route(app, contract.listHistory, read, () => listHistory(db, newest));
  route(app, contract.listHistoryAfterScan, read, () => listHistory(db, newest));

  route(app, contract.historyPage, read, async ({ query: { page, size } }) => {
    const totalCount = await countHistory();
    const totalPages = Math.ceil(totalCount / size);
    const offset = page * size;
    const data = await listHistory(db, { offset, limit: Math.max(0, Math.min(size, totalCount - offset)) });
    return { data, totalCount, totalPages, currentPage: page };
  });

  route(app, contract.scanUnit, write, async ({ body }, { caller }) => {
    await scans.scan({ code: body.productId, location: body.locationId, clientScanId: body.clientScanId ?? null, actorId: caller.userId });
    return 'ok';
  });

  route(app, contract.deleteUnit, write, async ({ body }, { caller }) => {
    await units.delete(body.id, caller.userId);
    return { success: true, message: 'Item deleted successfully' };
  });

  route(app, contract.restoreUnit, write, async ({ body }, { caller }) => {
    await units.restore(body.id, caller.userId);
    return { success: true, message: 'Item restored successfully' };
  });

  route(app, contract.moveUnit, write, async ({ body }, { caller }) => {
    await units.move(body.id, body.location, caller.userId);
    return { success: true, message: 'Location updated' };
  });
}
