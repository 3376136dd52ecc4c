import * as contract from '@stowage/contract/purchasing/receiving';
import { listUnexpected, resolveUnexpected } from '@stowage/contract/purchasing/unexpected-items';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { route } from '../../../platform/http/route.ts';
import { requireList } from '../packing-lists/packing-list-lock.ts';
import type { ReceivingService } from './receiving.service.ts';
import { listHistoryAndLines, listReceipts } from './scan-history.read-model.ts';
import { listUnexpectedItems } from './unexpected.read-model.ts';
import type { UnexpectedService } from './unexpected.service.ts';

interface Dependencies {
  readonly db: Database;
  readonly receiving: ReceivingService;
  readonly unexpected: UnexpectedService;
}

const read = { permission: 'purchasing.read' } as const;
const receive = { permission: 'purchasing.receive' } as const;

export function receivingRoutes(app: FastifyInstance, { db, receiving, unexpected }: Dependencies): void {
  route(app, contract.getScanHistory, read, async ({ body: { limit, before, scannedId: code, ...list } }) =>
    listReceipts(db, await requireList(db, list.packingListId, list.poNumber), { limit, before, code }),
  );
  route(app, contract.scanReceived, receive, ({ body }, { caller }) =>
    receiving.scan({
      code: body.productId ?? '',
      packingListId: body.packingListId ?? null,
      poNumber: body.poNumber || null,
      clientScanId: body.clientScanId ?? null,
      actorId: caller.userId,
    }),
  );
  route(app, contract.updateScan, receive, async ({ body }, { caller }) => {
    const { scannedId: code, receivedQty: quantity, expectedQty: expected, isBrief, ...scan } = body;
    const lineId = await receiving.correct({ ...scan, code, quantity, expected, actorId: caller.userId });
    const limit = isBrief ? contract.SCAN_HISTORY_PAGE_SIZE : contract.SCAN_HISTORY_LIMIT;
    return listHistoryAndLines(db, body.packingListId, { limit, lineIds: isBrief ? [lineId] : undefined });
  });
  route(app, contract.updatePackingListLine, receive, async ({ body }, { caller }) => {
    await receiving.updateLine({
      lineId: body.stowage_supplier_po_id,
      packingListId: body.stowage_receive_inventory_packing_list_id,
      notes: body.line_item_notes,
      seenNotes: body.seen_notes,
      damaged: body.setDamagedQty,
      seenDamaged: body.expectedDamagedQty,
      actorId: caller.userId,
    });
    return { success: true };
  });
  route(app, listUnexpected, read, async ({ params }) => listUnexpectedItems(db, await requireList(db, params.id)));
  // The receiver resolves the item, because they have it in their hands.
  route(app, resolveUnexpected, receive, async ({ params, body }, { caller }) => {
    const { code, outcome, stowage_supplier_po_id: lineId, expectedQuantity: expected } = body;
    return { quantity: await unexpected.resolve(params.id, { code, outcome, lineId, expected, actorId: caller.userId }) };
  });
}
