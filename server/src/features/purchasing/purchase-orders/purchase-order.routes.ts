import { utcDay } from '@stowage/contract/formats/day';
import { listPurchasingChanges } from '@stowage/contract/purchasing/change-log';
import * as contract from '@stowage/contract/purchasing/purchase-order-lines';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { route } from '../../../platform/http/route.ts';
import type { PackingListService } from '../packing-lists/packing-list.service.ts';
import { listChanges } from './change-log.read-model.ts';
import { listPoLines, listPoOptions } from './po-line.read-model.ts';
import { requireOrderId } from './purchase-order.repository.ts';

const read = { permission: 'purchasing.read' } as const;

export function purchaseOrderRoutes(app: FastifyInstance, { db, clock, lists }: Pick<Context, 'db' | 'clock'> & { readonly lists: PackingListService }): void {
  route(app, contract.getPoNumbers, read, ({ body: { search } = {} }) =>
    listPoOptions(db, { search: search ?? '', today: utcDay(clock.now()) }, search === undefined ? contract.PO_LIST_LIMIT : contract.PO_OPTIONS_LIMIT),
  );
  route(app, contract.getPoLines, read, async ({ body: { poNumber, ...filter } }) => listPoLines(db, await requireOrderId(db, poNumber), filter));
  route(app, listPurchasingChanges, read, async ({ query: { poNumber, ...part } }) => listChanges(db, await requireOrderId(db, poNumber), part));
  route(app, contract.addPoLine, { permission: 'purchasing.manage' }, async ({ body }, { caller }) => {
    const { poNumber, supplier_sku: supplierSku, product_name: productName, qty_ordered: ordered, unit_cost, packingListId, ...line } = body;
    const added = { ...line, supplierSku, productName, ordered, unitCost: unit_cost ?? null };
    return { id: await lists.addLine(poNumber, added, { packingListId, actorId: caller.userId }) };
  });
}
