import * as detail from '@stowage/contract/orders/order-detail';
import { PERSONAL_SECTION } from '@stowage/contract/orders/order-photos';
import { allocationUnits, productUnits } from '@stowage/contract/orders/order-units';
import * as list from '@stowage/contract/orders/orders';
import type { FastifyInstance } from 'fastify';
import { inOnePart } from '../../platform/formats/in-one-part.ts';
import { route } from '../../platform/http/route.ts';
import { sharedRoute } from '../../platform/http/shared-route.ts';
import type { PhotoAddresses } from '../photos/index.ts';
import { findOrder } from './detail/order-detail.read-model.ts';
import { orderCsv } from './list/order-csv.ts';
import { countOrders } from './list/order-page.read-model.ts';
import { countOrderPage, exportedOrders, listMatchingOrders, readOrderPage } from './list/order-page.service.ts';
import { listAllocationRows } from './list/order-row.read-model.ts';
import { noSuchOrder } from './order.repository.ts';
import type { OrderDependencies } from './order-dependencies.ts';
import { packingSlipsPdf } from './packing/packing-slip.ts';
import { listPackPhotos } from './photos/pack-photo.read-model.ts';
import { listAllocationUnits, listProductUnits } from './reservations/allocation-unit.read-model.ts';

const read = { permission: 'orders.read' } as const;

/** The calls that read orders. */
export function orderRoutes(app: FastifyInstance, { db, clock, addresses }: OrderDependencies & { readonly addresses: PhotoAddresses }): void {
  const getOrder = async (id: string) => {
    const order = await findOrder(db, id, clock.now());
    if (order === undefined) throw noSuchOrder(id);
    return order;
  };
  sharedRoute(app, list.listOrders, read, () => listAllocationRows(db, clock.now()));
  sharedRoute(app, list.orderPage, read, ({ query }) => readOrderPage(db, clock.now(), query));
  sharedRoute(app, list.orderCount, read, ({ query }) => countOrderPage(db, clock.now(), query));
  route(app, list.exportOrders, read, async ({ query }) => orderCsv(await exportedOrders(db, clock.now(), query)));
  sharedRoute(app, list.orderTotals, read, () => countOrders(db, clock.now()));
  route(app, allocationUnits, read, ({ params }) => listAllocationUnits(db, params.id));
  route(app, productUnits, read, ({ params }) => listProductUnits(db, params.id));

  route(app, detail.getOrder, read, async ({ params }) => {
    const order = await getOrder(params.id);
    const photos = await listPackPhotos(db, order.order_id, addresses);
    const shown = photos.filter(({ section }) => section !== PERSONAL_SECTION);
    return { ...order, photos: shown, label_photos: photos.length - shown.length };
  });

  route(app, detail.packingSlip, read, async ({ params }) => {
    const order = await getOrder(params.id);
    const content = await packingSlipsPdf([order]);
    return { mediaType: 'application/pdf', name: `packing-slip-${order.order_id}.pdf`, content: inOnePart(content) };
  });
  route(app, detail.packingSlips, read, async ({ query }) => {
    const orders = [];
    for (const id of query.orders ?? (await listMatchingOrders(db, clock.now(), query, detail.PACKING_SLIPS_LIMIT))) orders.push(await getOrder(id));
    return { mediaType: 'application/pdf', name: 'packing-slips.pdf', content: inOnePart(await packingSlipsPdf(orders)) };
  });
}
