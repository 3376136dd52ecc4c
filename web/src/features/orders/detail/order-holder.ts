import { START_HOLDS_MINUTES } from '@stowage/contract/orders/order-packing';
import type { OrderSummary } from '@stowage/contract/orders/orders';
import { isPermitted } from '@stowage/contract/permissions';
import { currentSession } from '../../../api/session.ts';
import { parseUtcText } from '../../../ui/format/date-time.ts';

type Started = Pick<OrderSummary, 'started_by_id' | 'started_at'>;

/** Whoever is signed in has started it. */
export function isOwn({ started_by_id }: Started): boolean {
  return started_by_id !== null && String(started_by_id) === currentSession()?.userId;
}

/** Somebody else packs it, or did a short while ago. The server looks again. */
export function isHeldByOther(order: Started): boolean {
  const since = parseUtcText(order.started_at);
  return since !== undefined && !isOwn(order) && Date.now() - since.getTime() < START_HOLDS_MINUTES * 60_000;
}

/** One's own order, or an administrator. */
export function mayGiveBack(order: Started): boolean {
  return order.started_by_id !== null && (isOwn(order) || isPermitted(currentSession()?.roles ?? [], 'stock.approve'));
}
