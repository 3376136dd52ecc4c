import * as contract from '@stowage/contract/inventory-adjustment';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { AdjustmentService } from './adjustment.service.ts';
import type { ReportService } from './report.service.ts';
import type { UnitService } from './unit.service.ts';

interface Dependencies {
  readonly reports: ReportService;
  readonly units: UnitService;
  readonly adjustments: AdjustmentService;
}

const write = { permission: 'stock.write' } as const;

export function adjustmentRoutes(app: FastifyInstance, { reports, units, adjustments }: Dependencies): void {
  route(app, contract.ledgerPage, { permission: 'stock.read' }, async ({ query: { sku, page, size } }) => {
    const { data, totalCount } = await reports.listLedger(sku, { page, size });
    return { data, totalCount, totalPages: Math.ceil(totalCount / size), currentPage: page };
  });

  route(app, contract.noteUnit, write, async ({ body }) => {
    await adjustments.note(body.id, body.notes);
    return { success: true, message: 'Notes saved' };
  });

  route(app, contract.removeUnit, write, async ({ body }, { caller }) => {
    await units.delete(body.id, caller.userId, body);
    return { success: true, message: 'Item removed' };
  });

  route(app, contract.undoMovement, write, async ({ body }, { caller }) => {
    await adjustments.undo(body.id, caller.userId);
    return { success: true, message: 'Undone' };
  });
}
