import * as contract from '@stowage/contract/purchasing/closing';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { route } from '../../../platform/http/route.ts';
import { requireList } from '../packing-lists/packing-list-lock.ts';
import type { ClosingService } from './closing.service.ts';

const manage = { permission: 'purchasing.manage' } as const;

export function closingRoutes(app: FastifyInstance, { db, closings }: { db: Database; closings: ClosingService }): void {
  route(app, contract.getClosing, { permission: 'purchasing.read' }, async ({ params }) => closings.differences(await requireList(db, params.id)));
  route(app, contract.closePackingList, manage, async ({ params, body }, { caller }) => {
    const decisions = body.decisions.map(({ stowage_supplier_po_id: lineId, ...decision }) => ({ lineId, ...decision }));
    await closings.close(params.id, decisions, caller.userId);
    return { success: true };
  });
  route(app, contract.reopenPackingList, manage, async ({ params, body }, { caller }) => {
    await closings.reopen(params.id, body.reason, caller.userId);
    return { success: true };
  });
}
