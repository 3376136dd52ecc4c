import * as contract from '@stowage/contract/inventory/adjustment';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { route } from '../../../platform/http/route.ts';
import { successMessage } from '../../../platform/http/success.ts';
import { listUnitLedger } from '../ledger/ledger-page.read-model.ts';
import type { ReportService } from '../report/report.service.ts';
import { stockWorkerOf } from '../stock-worker.rules.ts';
import type { UnitService } from '../units/unit.service.ts';
import { listOtherListings } from '../units/unit-listing.repository.ts';
import type { AdjustmentService } from './adjustment.service.ts';

interface Dependencies {
  readonly db: Database;
  readonly reports: ReportService;
  readonly units: UnitService;
  readonly adjustments: AdjustmentService;
}

const read = { permission: 'stock.read' } as const;
const write = { permission: 'stock.write' } as const;

export function adjustmentRoutes(app: FastifyInstance, { db, reports, units, adjustments }: Dependencies): void {
  route(app, contract.ledgerPage, read, ({ query: { sku, ...page } }) => reports.listLedger(sku, page));

  route(app, contract.otherListings, read, ({ params }) => listOtherListings(db, params.id));
  route(app, contract.unitLedger, read, ({ params }) => listUnitLedger(db, params.id));

  route(app, contract.noteUnit, write, ({ body }) => successMessage('Notes saved', adjustments.note(body)));
  route(app, contract.removeUnit, write, ({ body }, { caller }) => successMessage('Item removed', units.remove(body.id, caller.userId, body)));
  route(app, contract.quarantineUnit, write, ({ body }, { caller }) =>
    successMessage('Item moved to quarantine', units.quarantine(body.id, caller.userId, body)),
  );
  route(app, contract.releaseUnit, write, async ({ body }, { caller }) => ({
    success: true,
    message: `Item moved back to ${await units.release(body.id, caller.userId)}`,
  }));
  route(app, contract.changeCondition, write, ({ body }, { caller }) =>
    successMessage('Condition changed', units.changeCondition(body.id, body.listingId, caller.userId, body)),
  );
  route(app, contract.undoMovement, write, ({ body }, { caller }) => successMessage('Undone', adjustments.undo(body.id, stockWorkerOf(caller))));
}
