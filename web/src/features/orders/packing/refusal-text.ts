import { orderRefusal } from '@stowage/contract/orders/order-refusal';
import { RefusedError } from '../../../api/problem.ts';
import { parseUtcText, shortTime } from '../../../ui/format/date-time.ts';

const ACTIONS = {
  SHIPPED: 'Shipped',
  STARTED: 'Started',
  ANSWERED_SHIP: 'Answered with “Ship anyway”',
  ANSWERED_CANCEL: 'Answered with “Cancel the order here”',
} as const;

/** The reason of a refusal. The time of a faster person is shown in local time. */
export function refusalText(error: Error): string {
  const refusal = error instanceof RefusedError ? orderRefusal.safeParse(error.details).data : undefined;
  return refusal === undefined ? error.message : fasterText(refusal.did, refusal.by, refusal.at);
}

/** @param at UTC text */
export function fasterText(did: keyof typeof ACTIONS, by: string | null, at: string | null): string {
  const moment = parseUtcText(at);
  return `${ACTIONS[did]} by ${by ?? 'another person'}${moment === undefined ? '' : ` at ${shortTime(moment)}`}`;
}
