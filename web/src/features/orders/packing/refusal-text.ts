import { DID_TEXTS, orderRefusal } from '@stowage/contract/orders/order-refusal';
import { RefusedError } from '../../../api/problem.ts';
import { parseUtcText, shortTime } from '../../../ui/format/date-time.ts';

/** The reason of a refusal. The time of a faster person is shown in local time. */
export function refusalText(error: Error): string {
  const refusal = error instanceof RefusedError ? orderRefusal.safeParse(error.details).data : undefined;
  return refusal === undefined ? error.message : fasterText(refusal.did, refusal.by, refusal.at);
}

/** @param at UTC text */
export function fasterText(did: keyof typeof DID_TEXTS, by: string | null, at: string | null): string {
  const moment = parseUtcText(at);
  return `${DID_TEXTS[did]} by ${by ?? 'another person'}${moment === undefined ? '' : ` at ${shortTime(moment)}`}`;
}
