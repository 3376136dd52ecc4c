import * as detailContract from '@stowage/contract/orders/order-detail';
import * as packingContract from '@stowage/contract/orders/order-packing';
import { PERSONAL_SECTION } from '@stowage/contract/orders/order-photos';
import { confirmOrder } from '@stowage/contract/orders/order-shipment';
import { changePieceUnit, pieceUnits, productUnits } from '@stowage/contract/orders/order-units';
import * as contract from '@stowage/contract/orders/orders';
import { isPermitted } from '@stowage/contract/permissions';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { route } from '../../platform/http/route.ts';
import type { PhotoAddresses } from '../photos/index.ts';
import { findOrder } from './detail/order-detail.read-model.ts';
import { countOrders } from './list/order-page.read-model.ts';
import { readOrderPage } from './list/order-page.service.ts';
import { listRows } from './list/order-row.read-model.ts';
import type { OrderChangeService } from './order-change.service.ts';
import type { Packer, PackingService } from './packing/packing.service.ts';
import { packingSlipPdf } from './packing/packing-slip.ts';
import { listPackPhotos } from './photos/pack-photo.read-model.ts';
import type { RecipientService } from './recipients/recipient.service.ts';
import { listPieceUnits, listProductUnits } from './reservations/allocation-unit.read-model.ts';
import type { ShipmentService } from './shipping/shipment.service.ts';

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly packing: PackingService;
  readonly changes: OrderChangeService;
  readonly shipments: ShipmentService;
  readonly recipients: RecipientService;
  readonly addresses: PhotoAddresses;
}

const read = { permission: 'orders.read' } as const;
const ship = { permission: 'orders.ship' } as const;
const personal = { permission: 'orders.pii' } as const;
const done = (message: string) => ({ success: true, message });
const packerOf = ({ userId, name }: Caller): Packer => ({ id: userId, name });

export function orderRoutes(app: FastifyInstance, { db, clock, packing, changes, shipments, recipients, addresses }: Dependencies): void {
  route(app, contract.listOrders, read, () => listRows(db, clock.now()));
  route(app, contract.orderPage, read, ({ query }) => readOrderPage(db, clock.now(), query));
  route(app, contract.orderTotals, read, () => countOrders(db, clock.now()));
  route(app, pieceUnits, read, ({ params }) => listPieceUnits(db, params.id));
  route(app, productUnits, read, ({ params }) => listProductUnits(db, params.id));

  route(app, detailContract.getOrder, read, async ({ params }) => {
    const order = await findOrder(db, params.id, clock.now());
    if (order === undefined) throw new AppError('not_found', `There is no order ${params.id}`);
    const photos = await listPackPhotos(db, order.order_id, addresses);
    const shown = photos.filter(({ section }) => section !== PERSONAL_SECTION);
    return { ...order, photos: shown, label_photos: photos.length - shown.length };
  });

  route(app, detailContract.packingSlip, read, async ({ params }) => {
    const order = await findOrder(db, params.id, clock.now());
    if (order === undefined) throw new AppError('not_found', `There is no order ${params.id}`);
    const content = await packingSlipPdf(order);
    return { mediaType: 'application/pdf', name: `packing-slip-${order.order_id}.pdf`, content: once(content) };
  });

  route(app, packingContract.verifyProduct, ship, async ({ body }, { caller }) => {
    const verified = await packing.verify(body.orderId, body.scanValue, packerOf(caller));
    return body.namesPiece ? verified : verified.result;
  });

  route(app, packingContract.acceptProduct, ship, async ({ body }, { caller }) => {
    const orderShipped = await packing.accept(body.locationId, packerOf(caller), body);
    return { success: true, message: orderShipped ? 'Order shipped' : 'Unit removed from local inventory', orderShipped };
  });

  route(app, packingContract.startOrder, ship, async ({ body }, { caller }) => {
    await packing.start(body.orderId, packerOf(caller), body.takeOver);
    return done('Order started');
  });

  route(app, packingContract.unstartOrder, ship, async ({ body }, { caller }) => {
    await packing.unstart(body.orderId, packerOf(caller), isPermitted(caller.roles, 'stock.approve'));
    return done('Order given back');
  });

  route(app, confirmOrder, ship, async ({ body: { orderId, ...entered } }, { caller }) => {
    await shipments.enter(orderId, entered, packerOf(caller));
    return done('The marketplace is being told');
  });

  route(app, packingContract.undoShipping, ship, async ({ body }, { caller }) => {
    await changes.undo(body.orderId, packerOf(caller));
    return done('Shipping undone');
  });

  route(app, packingContract.answerCancelRequest, ship, async ({ body }, { caller }) => {
    await changes.answerCancel(body.orderId, body.answer, packerOf(caller));
    return done(body.answer === 'SHIP' ? 'The order may be shipped' : 'The order is canceled here');
  });

  route(app, changePieceUnit, ship, async ({ body }, { caller }) => {
    await changes.changeUnit(body.id, body.unitId, packerOf(caller));
    return done('Another unit is reserved');
  });

  route(app, packingContract.reportMismatch, ship, async ({ body }, { caller }) => {
    const countId = await changes.reportMismatch(body.id, body.note, packerOf(caller));
    return { ...done('The location is to be counted'), success: true, countId };
  });

  route(app, detailContract.noteOrder, ship, async ({ body }, { caller }) => {
    await changes.note(body.orderId, body, packerOf(caller));
    return done('Noted');
  });

  route(app, detailContract.revealRecipient, personal, ({ body }, { caller }) => recipients.reveal(body.orderId, body.reason, packerOf(caller)));

  route(app, detailContract.revealLabelPhotos, personal, async ({ body: { orderId, reason } }, { caller }) => {
    await recipients.noteLook(orderId, `Label photos: ${reason}`, packerOf(caller));
    return (await listPackPhotos(db, orderId, addresses)).filter(({ section }) => section === PERSONAL_SECTION);
  });
}

async function* once(content: Uint8Array): AsyncIterable<Uint8Array> {
  yield content;
}
