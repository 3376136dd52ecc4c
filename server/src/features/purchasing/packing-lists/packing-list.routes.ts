import type { InputOf } from '@stowage/contract/endpoint';
import * as contract from '@stowage/contract/purchasing/packing-lists';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../platform/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import { csvLine } from '../../../platform/csv.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { route } from '../../../platform/http/route.ts';
import type { ClosingService } from '../closing/closing.service.ts';
import type { UnexpectedService } from '../receiving/unexpected.service.ts';
import type { ListAttachmentService } from './list-attachment.service.ts';
import type { ListFileService } from './list-file.service.ts';
import { findProgress, listExists, listLinesOf, listUnexpectedItems } from './packing-list.read-model.ts';
import type { ListHeader } from './packing-list.repository.ts';
import type { PackingListService } from './packing-list.service.ts';

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly lists: PackingListService;
  readonly closings: ClosingService;
  readonly unexpected: UnexpectedService;
  readonly files: ListFileService;
  readonly attachments: ListAttachmentService;
}

const read = { permission: 'purchasing.read' } as const;
const receive = { permission: 'purchasing.receive' } as const;
const manage = { permission: 'purchasing.manage' } as const;
const done = { success: true } as const;

export function packingListRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  readingRoutes(app, dependencies);
  editingRoutes(app, dependencies);
  closingRoutes(app, dependencies);
  attachmentRoutes(app, dependencies);
}

function readingRoutes(app: FastifyInstance, { db, clock, closings, files }: Dependencies): void {
  const require = async (id: number) => {
    if (await listExists(db, id)) return id;
    throw new AppError('not_found', `There is no packing list ${id}`);
  };
  route(app, contract.packingListProgress, read, async ({ params }) => findProgress(db, await require(params.id), clock.now()));
  route(app, contract.listUnexpected, read, async ({ params }) => listUnexpectedItems(db, await require(params.id)));
  route(app, contract.getClosing, read, async ({ params }) => closings.differences(await require(params.id)));
  route(app, contract.comparePackingListFile, read, async ({ params, body }) => files.compare(await require(params.id), body.rows));
  route(app, contract.exportPackingList, read, async ({ params }) => exportLines(db, await require(params.id)));
}

function editingRoutes(app: FastifyInstance, { lists, files }: Dependencies): void {
  route(app, contract.importPackingListLines, manage, async ({ params, body }, { caller }) => ({
    changed: await files.importLines(params.id, body.rows, caller.userId),
  }));
  route(app, contract.addPoLine, manage, async ({ body }, { caller }) => {
    const { gtin, supplier_sku: supplierSku, product_name: productName, qty_ordered: ordered, unit_cost, reason } = body;
    const line = { gtin, supplierSku, productName, ordered, unitCost: unit_cost ?? null, reason };
    return { id: await lists.addLine(body.poNumber, line, { packingListId: body.packingListId, actorId: caller.userId }) };
  });
  route(app, contract.updatePackingList, manage, async ({ params, body }, { caller }) => {
    const { is_in_transit: isInTransit, seen, ...header } = body;
    await lists.update(params.id, { header: headerOf(header), isInTransit, seen: headerOf(seen ?? {}) }, caller.userId);
    return done;
  });
  route(app, contract.setPackingListQuantity, manage, async ({ params, body }, { caller }) => {
    await lists.setQuantity(params.id, params.line, body.quantity, caller.userId);
    return done;
  });
  route(app, contract.removePackingListLine, manage, async ({ params }, { caller }) => {
    await lists.removeLine(params.id, params.line, caller.userId);
    return done;
  });
  route(app, contract.splitPackingList, manage, async ({ params, body }, { caller }) => ({ id: await lists.split(params.id, body.lines, caller.userId) }));
  route(app, contract.duplicatePackingList, manage, async ({ params }, { caller }) => ({ id: await lists.duplicate(params.id, caller.userId) }));
  route(app, contract.cancelPackingList, manage, async ({ params }, { caller }) => {
    await lists.cancel(params.id, caller.userId);
    return done;
  });
}

function attachmentRoutes(app: FastifyInstance, { attachments }: Dependencies): void {
  route(app, contract.getListFile, read, ({ params }) => attachments.get(params.id));
  route(app, contract.removeListFile, manage, async ({ params }, { caller }) => {
    await attachments.attach(params.id, undefined, caller.userId);
    return done;
  });
  void app.register(async (scope) => {
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
    route(scope, contract.attachListFile, manage, async ({ params, query, body }, { caller }) => {
      await attachments.attach(params.id, { name: query.name, content: body }, caller.userId);
      return done;
    });
  });
}

function closingRoutes(app: FastifyInstance, { closings, unexpected }: Dependencies): void {
  route(app, contract.closePackingList, manage, async ({ params, body }, { caller }) => {
    const decisions = body.decisions.map(({ stowage_supplier_po_id: lineId, ...decided }) => ({ lineId, ...decided }));
    await closings.close(params.id, decisions, caller.userId);
    return done;
  });
  route(app, contract.reopenPackingList, manage, async ({ params, body }, { caller }) => {
    await closings.reopen(params.id, body.reason, caller.userId);
    return done;
  });
  // Whoever receives has the thing in the hand.
  route(app, contract.settleUnexpected, receive, async ({ params, body }, { caller }) => {
    const { code, outcome, stowage_supplier_po_id: lineId } = body;
    return { quantity: await unexpected.settle(params.id, { code, outcome, lineId, actorId: caller.userId }) };
  });
}

/** Only what was sent. */
function headerOf(sent: NonNullable<InputOf<typeof contract.updatePackingList>['body']['seen']>): Partial<ListHeader> {
  const { shipment_id: shipmentId, tracking_number: trackingNumber, expected_date: expectedOn, ...others } = sent;
  const header = { ...others, shipmentId, trackingNumber, expectedOn };
  return Object.fromEntries(Object.entries(header).filter(([, value]) => value !== undefined));
}

async function* exportLines(db: Database, packingListId: number): AsyncIterable<string> {
  yield csvLine(['PO Number', 'GTIN', 'ASIN', 'Supplier SKU', 'Product Name', 'Packing List Qty', 'Qty Received', 'Damaged Inventory', 'Line Item Notes']);
  for (const line of await listLinesOf(db, packingListId)) {
    yield csvLine([
      line.poNumber,
      line.gtin,
      line.Asin,
      line.supplier_sku,
      line.product_name,
      line.packinglist_qty,
      line.packing_list_received,
      line.damaged_qty,
      line.line_item_notes,
    ]);
  }
}
