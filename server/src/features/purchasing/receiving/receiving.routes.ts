import type { ReplyOf } from '@stowage/contract/endpoint';
import { listPurchasingChanges } from '@stowage/contract/purchasing/purchasing-changes';
import * as contract from '@stowage/contract/purchasing/receiving';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { route } from '../../../platform/http/route.ts';
import * as page from '../packing-lists/packing-list.read-model.ts';
import type { PackingListService } from '../packing-lists/packing-list.service.ts';
import { listChanges } from '../purchase-orders/change.read-model.ts';
import { percentOf } from '../purchase-orders/percent.rules.ts';
import { findOrderId } from '../purchase-orders/purchase-order.repository.ts';
import type { ReceivingService } from './receiving.service.ts';

interface Dependencies {
  readonly db: Database;
  readonly receiving: ReceivingService;
  readonly lists: PackingListService;
}

const read = { permission: 'purchasing.read' } as const;
const receive = { permission: 'purchasing.receive' } as const;
const manage = { permission: 'purchasing.manage' } as const;

/** The specification's calls of the screen Receive Shipment. */
export function receivingRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  readingRoutes(app, dependencies);
  workRoutes(app, dependencies);
}

function readingRoutes(app: FastifyInstance, { db }: Dependencies): void {
  const getOrderId = async (poNumber: string) => {
    const id = await findOrderId(db, poNumber);
    if (id === undefined) throw new AppError('not_found', `There is no PO ${poNumber}`);
    return id;
  };
  const requireList = async ({ packingListId, poNumber }: { packingListId: number; poNumber: string }) => {
    if (await page.isListOf(db, packingListId, poNumber)) return packingListId;
    throw new AppError('not_found', `There is no packing list ${packingListId} of PO ${poNumber}`);
  };

  route(app, contract.getPoNumbers, read, ({ body }) =>
    page.listPoOptions(db, body?.search ?? '', body?.search === undefined ? contract.PO_LIST_LIMIT : contract.PO_OPTIONS_LIMIT),
  );
  route(app, contract.getPoLines, read, async ({ body }) =>
    page.listPoLines(db, await getOrderId(body.poNumber), { lineIds: body.lineIds, search: body.search }),
  );
  route(app, contract.listPackingLists, read, async ({ body }) => page.listOptions(db, await getOrderId(body.poNumber), body.clientId));
  route(app, contract.getPackingListLines, read, async ({ body }) => page.listLinesOf(db, await requireList(body), body.lineIds));
  route(app, contract.getScanHistory, read, async ({ body }) =>
    page.listReceipts(db, await requireList(body), { limit: body.limit, before: body.before, code: body.scannedId }),
  );
  route(app, listPurchasingChanges, read, async ({ query: { poNumber, ...part } }) =>
    listChanges(db, await getOrderId(poNumber), { packingListId: part.packingListId, before: part.before }),
  );
  route(app, contract.getPackingListStats, read, async ({ body }) => statTiles(await page.sumList(db, await requireList(body))));
}

/** Product document, section 16. */
function statTiles({ expected, received, damaged }: Awaited<ReturnType<typeof page.sumList>>): ReplyOf<typeof contract.getPackingListStats> {
  return [
    { name: 'Expected Units', value: expected },
    { name: 'Received Units', value: received, percent: percentOf(received, expected) },
    { name: 'Remaining Units', value: expected - received },
    { name: 'Damaged Units', value: damaged },
  ];
}

function workRoutes(app: FastifyInstance, { db, receiving, lists }: Dependencies): void {
  route(app, contract.createPackingList, manage, async ({ body }, { caller }) => {
    const quantities = new Map(Object.entries(body.packingList).map(([id, quantity]) => [Number(id), quantity]));
    await lists.create({ poNumber: body.poNumber, quantities, clientId: body.clientId ?? null, actorId: caller.userId });
    return 1;
  });
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
    const { packingListId, poNumber, scannedId, receivedQty, receiptId, expectedQty, isBrief } = body;
    const lineId = await receiving.correct({
      packingListId,
      poNumber,
      code: scannedId,
      receiptId,
      expected: expectedQty,
      quantity: receivedQty,
      actorId: caller.userId,
    });
    const limit = isBrief ? contract.SCAN_HISTORY_PAGE_SIZE : contract.SCAN_HISTORY_LIMIT;
    return page.listHistoryAndLines(db, packingListId, { limit, lineIds: isBrief ? [lineId] : undefined });
  });
  route(app, contract.updatePackingListLine, receive, async ({ body }, { caller }) => {
    await receiving.noteLine({
      lineId: body.stowage_supplier_po_id,
      packingListId: body.stowage_receive_inventory_packing_list_id,
      notes: body.line_item_notes,
      damaged: body.setDamagedQty,
      actorId: caller.userId,
    });
    return { success: true };
  });
}
