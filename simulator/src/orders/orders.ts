import type { State } from '../state.ts';
import { fields, invalidInput, iso, listOf, notFound, type Operation, page, Refusal } from '../wire.ts';
import type { World } from '../world.ts';
import { makeOrders } from './order-generator.ts';
import { changedAt, type OrderRecord, statusOf } from './order-record.ts';
import { toWire } from './order-wire.ts';

export function orderOperations(world: World): Operation[] {
  const { state } = world;
  const find = (id: string | undefined) => {
    const order = state.orders.get(id ?? '');
    if (order === undefined) throw notFound(`The order ${id} does not exist`);
    return order;
  };
  return [
    {
      name: 'searchOrders',
      method: 'GET',
      path: '/orders/2026-01-01/orders',
      rate: 0.0056,
      burst: 20,
      run: ({ query, now }) => ({ status: 200, body: search(state, query, now) }),
    },
    {
      name: 'getOrder',
      method: 'GET',
      path: '/orders/2026-01-01/orders/{orderId}',
      rate: 0.5,
      burst: 30,
      run: ({ params, query, now }) => ({ status: 200, body: { order: toWire(find(params.orderId), listOf(query, 'includedData'), now) } }),
    },
    {
      name: 'confirmShipment',
      method: 'POST',
      path: '/orders/v0/orders/{orderId}/shipmentConfirmation',
      rate: 2,
      burst: 10,
      run: ({ params, body, now }) => {
        confirm(find(params.orderId), fields(body), now);
        return { status: 204 };
      },
    },
  ];
}

function search(state: State, query: URLSearchParams, now: number) {
  const created = query.get('createdAfter');
  const updated = query.get('lastUpdatedAfter');
  if ((created === null) === (updated === null)) throw invalidInput('Exactly one of createdAfter and lastUpdatedAfter is needed');
  const after = Date.parse(created ?? updated ?? '');
  if (Number.isNaN(after)) throw invalidInput('createdAfter and lastUpdatedAfter must be ISO 8601');
  makeOrders(state, now);
  const statuses = listOf(query, 'fulfillmentStatuses');
  const chosen = [...state.orders.values()]
    .filter((order) => (created === null ? changedAt(order, now) : order.createdAt) > after)
    .filter((order) => statuses.length === 0 || statuses.includes(statusOf(order, now)))
    .sort((a, b) => changedAt(a, now) - changedAt(b, now) || a.orderId.localeCompare(b.orderId));
  const { items, nextToken } = page(chosen, Math.min(100, Number(query.get('maxResultsPerPage') ?? 100)), query.get('paginationToken'));
  const includedData = listOf(query, 'includedData');
  return {
    orders: items.map((order) => toWire(order, includedData, now)),
    ...(nextToken !== undefined && { pagination: { nextToken } }),
    ...(updated !== null && { lastUpdatedBefore: iso(now - 120_000) }),
  };
}

const USPS_NUMBER = /^(\d{20,34}|[A-Z]{2}\d{9}US)$/;

function confirm(order: OrderRecord, body: Record<string, unknown>, now: number): void {
  const detail = fields(body.packageDetail);
  for (const name of ['packageReferenceId', 'carrierCode', 'trackingNumber', 'shipDate']) {
    if (typeof detail[name] !== 'string' || detail[name] === '') throw invalidInput(`packageDetail.${name} is required`);
  }
  if (!/^[1-9]\d*$/.test(String(detail.packageReferenceId))) throw invalidInput('packageReferenceId must be a positive number');
  if (detail.carrierCode === 'Other' && !detail.carrierName) throw invalidInput('carrierName is required for carrierCode Other');
  if (detail.carrierCode === 'USPS' && !USPS_NUMBER.test(String(detail.trackingNumber))) {
    throw invalidInput('packageDetail.trackingNumber is not a tracking number of USPS');
  }
  if (!Array.isArray(detail.orderItems) || detail.orderItems.length === 0) throw invalidInput('packageDetail.orderItems is required');
  if (statusOf(order, now) !== 'UNSHIPPED' && statusOf(order, now) !== 'PARTIALLY_SHIPPED') {
    throw new Refusal(400, 'InvalidInput', 'PackageToUpdateNotFound');
  }
  const shipped = (detail.orderItems as { orderItemId: string; quantity: number }[]).map((line) => ({
    line,
    item: order.items.find(({ id }) => id === line.orderItemId),
  }));
  for (const { line, item } of shipped) {
    const isValid = item !== undefined && Number.isInteger(line.quantity) && line.quantity > 0 && line.quantity <= item.quantity - item.shipped;
    if (!isValid) throw invalidInput('An order item is not valid');
  }
  for (const { line, item } of shipped) if (item !== undefined) item.shipped += line.quantity;
  order.packages.set(String(detail.packageReferenceId), {
    carrier: String(detail.carrierCode),
    trackingNumber: String(detail.trackingNumber),
    shipTime: String(detail.shipDate),
    items: shipped.map(({ line: { orderItemId, quantity } }) => ({ orderItemId, quantity })),
    createdAt: now,
    comesBack: false,
  });
  order.updatedAt = now;
}
