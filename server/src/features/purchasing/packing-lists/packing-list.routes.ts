import type { InputOf, ReplyOf } from '@stowage/contract/endpoint';
import { percentOf } from '@stowage/contract/formats/percent';
import * as edits from '@stowage/contract/purchasing/packing-list-edits';
import { comparePackingListFile, importPackingListLines } from '@stowage/contract/purchasing/packing-list-import';
import * as contract from '@stowage/contract/purchasing/packing-lists';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import { withoutUndefined } from '../../../platform/commands/without-undefined.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { withByteBodies } from '../../../platform/http/request/byte-bodies.ts';
import { route } from '../../../platform/http/route.ts';
import { requireOrderId } from '../purchase-orders/purchase-order.repository.ts';
import type { ListAttachmentService } from './list-attachment.service.ts';
import type { ListImportService } from './list-import.service.ts';
import { findProgress, listLinesOf, listOptions, sumList } from './packing-list.read-model.ts';
import type { ListHeader } from './packing-list.repository.ts';
import type { PackingListService } from './packing-list.service.ts';
import { packingListCsv, packingListsCsv } from './packing-list-csv.ts';
import { requireList } from './packing-list-lock.ts';
import type { ReceiveWholeOrder } from './whole-order.service.ts';

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly lists: PackingListService;
  readonly receiveWhole: ReceiveWholeOrder;
  readonly imports: ListImportService;
  readonly attachments: ListAttachmentService;
}

const read = { permission: 'purchasing.read' } as const;
const manage = { permission: 'purchasing.manage' } as const;
const done = { success: true } as const;

export function packingListRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  readRoutes(app, dependencies);
  editRoutes(app, dependencies);
  importRoutes(app, dependencies);
  attachmentRoutes(app, dependencies);
}

function readRoutes(app: FastifyInstance, { db, clock }: Dependencies): void {
  route(app, contract.listPackingLists, read, async ({ body }) => listOptions(db, await requireOrderId(db, body.poNumber), body.clientId));
  route(app, contract.exportPackingLists, read, async ({ query }) => packingListsCsv(await listOptions(db, await requireOrderId(db, query.poNumber))));
  route(app, contract.getPackingListLines, read, async ({ body }) => listLinesOf(db, await requireList(db, body.packingListId, body.poNumber), body.lineIds));
  route(app, contract.getPackingListStats, read, async ({ body }) => statTiles(await sumList(db, await requireList(db, body.packingListId, body.poNumber))));
  route(app, contract.packingListProgress, read, async ({ params }) => findProgress(db, await requireList(db, params.id), clock.now()));
  route(app, contract.exportPackingList, read, async ({ params }) => packingListCsv(await listLinesOf(db, await requireList(db, params.id))));
}

/** Units over on one line don't make up for those that are short on another. */
function statTiles({ expected, received, short, canceled, damaged }: Awaited<ReturnType<typeof sumList>>): ReplyOf<typeof contract.getPackingListStats> {
  const matched = expected - canceled - short;
  const over = received - matched;
  return [
    { name: 'Expected Units', value: expected },
    { name: 'Received Units', value: received, percent: percentOf(matched, expected - canceled), ...(over > 0 && { over }) },
    { name: 'Remaining Units', value: short > 0 ? short : expected - canceled - received },
    { name: 'Damaged Units', value: damaged },
  ];
}

function editRoutes(app: FastifyInstance, { lists, receiveWhole }: Dependencies): void {
  route(app, contract.receiveWholeOrder, { permission: 'purchasing.receive' }, ({ body }, { caller }) => receiveWhole(body.poNumber, caller.userId));
  route(app, contract.createPackingList, manage, async ({ body: { poNumber, packingList, clientId = null } }, { caller }) => {
    const quantities = new Map(Object.entries(packingList).map(([id, quantity]) => [Number(id), quantity]));
    await lists.create({ poNumber, quantities, clientId, actorId: caller.userId });
    return 1;
  });
  route(app, edits.updatePackingList, manage, async ({ params, body }, { caller }) => {
    const { is_in_transit: isInTransit, seen = {}, ...header } = body;
    await lists.update(params.id, { header: headerOf(header), isInTransit, seen: headerOf(seen) }, caller.userId);
    return done;
  });
  route(app, edits.setPackingListQuantity, manage, async ({ params, body }, { caller }) => {
    await lists.setQuantity(params.id, { lineId: params.line, ...body }, caller.userId);
    return done;
  });
  route(app, edits.removePackingListLine, manage, async ({ params }, { caller }) => {
    await lists.removeLine(params.id, params.line, caller.userId);
    return done;
  });
  route(app, edits.splitPackingList, manage, async ({ params, body }, { caller }) => ({ id: await lists.split(params.id, body.lines, caller.userId) }));
  route(app, edits.duplicatePackingList, manage, async ({ params, body }, { caller }) => ({
    id: await lists.duplicate(params.id, { clientId: body?.clientId, actorId: caller.userId }),
  }));
  route(app, edits.cancelPackingList, manage, async ({ params }, { caller }) => {
    await lists.cancel(params.id, caller.userId);
    return done;
  });
}

function importRoutes(app: FastifyInstance, { db, imports }: Dependencies): void {
  route(app, comparePackingListFile, read, async ({ params, body }) => imports.compare(await requireList(db, params.id), body));
  route(app, importPackingListLines, manage, async ({ params, body }, { caller }) => ({
    changed: await imports.importLines(params.id, { ...body, fileName: body.file_name }, caller.userId),
  }));
}

function attachmentRoutes(app: FastifyInstance, { attachments }: Dependencies): void {
  route(app, edits.getListFile, read, ({ params }) => attachments.get(params.id));
  route(app, edits.removeListFile, manage, async ({ params }, { caller }) => {
    await attachments.attach(params.id, undefined, caller.userId);
    return done;
  });
  withByteBodies(app, (scope) => {
    route(scope, edits.attachListFile, manage, async ({ params, query, body }, { caller }) => {
      await attachments.attach(params.id, { name: query.name, content: body }, caller.userId);
      return done;
    });
  });
}

/** Renames the fields that were sent. */
function headerOf(sent: NonNullable<InputOf<typeof edits.updatePackingList>['body']['seen']>): Partial<ListHeader> {
  const { shipment_id: shipmentId, tracking_number: trackingNumber, expected_date: expectedOn, ...others } = sent;
  return withoutUndefined({ ...others, shipmentId, trackingNumber, expectedOn });
}
