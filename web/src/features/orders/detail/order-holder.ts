import { MINUTE_MS } from '@stowage/contract/formats/durations';
import { START_HOLDS_MINUTES } from '@stowage/contract/orders/order-packing';
import type { OrderSummary } from '@stowage/contract/orders/orders';
import { isPermitted } from '@stowage/contract/permissions';
import { currentSession } from '../../../api/session.ts';
import { parseUtcText } from '../../../ui/format/date-time.ts';

type Started = Pick<OrderSummary, 'started_by_id' | 'started_at'>;

/** Whether the signed-in person has started the order. */
export function isOwn({ started_by_id }: Started): boolean {
  return started_by_id !== null && String(started_by_id) === currentSession()?.userId;
}

/** Whether another packer started the order within the last hour. The server checks again. */
export function isHeldByOther(order: Started): boolean {
  const since = parseUtcText(order.started_at);
  return since !== undefined && !isOwn(order) && Date.now() - since.getTime() < START_HOLDS_MINUTES * MINUTE_MS;
}

/** Packers may release their own orders, and administrators every order. */
export function mayRelease(order: Started): boolean {
  return order.started_by_id !== null && (isOwn(order) || isPermitted(currentSession()?.roles ?? [], 'stock.approve'));
}
