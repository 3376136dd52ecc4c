import { noteOrder } from '@stowage/contract/orders/order-detail';
import * as contract from '@stowage/contract/orders/order-packing';
import { confirmOrder } from '@stowage/contract/orders/order-shipment';
import { changeAllocationUnit } from '@stowage/contract/orders/order-units';
import { checkTrackingNumbers } from '@stowage/contract/orders/tracking-file';
import { isPermitted } from '@stowage/contract/permissions';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../../platform/http/caller.ts';
import { route } from '../../../platform/http/route.ts';
import { addNote } from '../detail/add-note.ts';
import type { OrderDependencies, Packer } from '../order-dependencies.ts';
import { changeUnit } from '../reservations/change-unit.ts';
import { answerCancelRequest } from '../shipping/answer-cancel-request.ts';
import { enterShipment } from '../shipping/enter-shipment.ts';
import { checkTrackingRows } from '../shipping/tracking-file.ts';
import { acceptProduct } from './accept-product.ts';
import { reportMismatch } from './report-mismatch.ts';
import { releaseOrder, startOrder } from './start-order.ts';
import { undoShipping } from './undo-shipping.ts';
import { verifyProduct } from './verify-product.ts';

const ship = { permission: 'orders.ship' } as const;
const done = (message: string) => ({ success: true, message }) as const;
const packerOf = ({ userId, name }: Caller): Packer => ({ id: userId, name });

/** The calls that change orders. */
export function packingRoutes(app: FastifyInstance, deps: OrderDependencies): void {
  route(app, contract.verifyProduct, ship, async ({ body }, { caller }) => {
    const verified = await verifyProduct(deps, { reference: body.orderId, code: body.scanValue, packer: packerOf(caller) });
    return body.namesPiece ? verified : verified.result;
  });

  route(app, contract.acceptProduct, ship, async ({ body: { locationId, ...named } }, { caller }) => {
    const orderShipped = await acceptProduct(deps, { ...named, allocationId: locationId, packer: packerOf(caller) });
    return { ...done(orderShipped ? 'Order shipped' : 'Unit removed from local inventory'), orderShipped };
  });

  route(app, contract.startOrder, ship, async ({ body }, { caller }) => {
    await startOrder(deps, body.orderId, packerOf(caller), body.takeOver);
    return done('Order started');
  });

  route(app, contract.unstartOrder, ship, async ({ body }, { caller }) => {
    await releaseOrder(deps, body.orderId, packerOf(caller), isPermitted(caller.roles, 'stock.approve'));
    return done('Order released');
  });

  route(app, checkTrackingNumbers, ship, ({ body: { rows } }) => checkTrackingRows(deps, rows));
  route(app, confirmOrder, ship, async ({ body: { orderId, ...entered } }, { caller }) => {
    await enterShipment(deps, { orderId, entered, packer: packerOf(caller) });
    return done('Amazon is being notified');
  });

  route(app, contract.undoShipping, ship, async ({ body }, { caller }) => {
    await undoShipping(deps, body.orderId, packerOf(caller));
    return done('Shipping undone');
  });

  route(app, contract.answerCancelRequest, ship, async ({ body }, { caller }) => {
    await answerCancelRequest(deps, { ...body, packer: packerOf(caller) });
    return done(body.answer === 'SHIP' ? 'The order may be shipped' : 'The order is canceled here');
  });

  route(app, changeAllocationUnit, ship, async ({ body }, { caller }) => {
    await changeUnit(deps, body.id, body.unitId, packerOf(caller));
    return done('Another unit is reserved');
  });

  route(app, contract.reportMismatch, ship, async ({ body }, { caller }) => {
    const countId = await reportMismatch(deps, body.id, body.note, packerOf(caller));
    return { ...done('The location will be counted'), countId };
  });

  route(app, noteOrder, ship, async ({ body }, { caller }) => {
    await addNote(deps, body, packerOf(caller));
    return done('Note added');
  });
}
