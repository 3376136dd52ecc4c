import { orderRefusal } from '@stowage/contract/orders/order-refusal';
import { RefusedError } from '../../../api/problem.ts';
import { parseUtcText, shortTime } from '../../../ui/format/date-time.ts';

const DID = {
  SHIPPED: 'Shipped',
  STARTED: 'Started',
  ANSWERED_SHIP: 'Answered with “Ship all the same”',
  ANSWERED_CANCEL: 'Answered with “Cancel the order here”',
} as const;

/** Why the server refused; who was faster with the time as it is here. */
export function refusalText(error: Error): string {
  const refusal = error instanceof RefusedError ? orderRefusal.safeParse(error.details).data : undefined;
  return refusal === undefined ? error.message : fasterText(refusal.did, refusal.by, refusal.at);
}

/** Who did what, and when. @param at UTC text */
export function fasterText(did: keyof typeof DID, by: string | null, at: string | null): string {
  const moment = parseUtcText(at);
  return `${DID[did]} by ${by ?? 'somebody'}${moment === undefined ? '' : ` at ${shortTime(moment)}`}`;
}
