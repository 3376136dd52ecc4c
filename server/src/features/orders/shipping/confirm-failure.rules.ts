import type { FailureKind } from '../../../integrations/marketplace/transport/retry.rules.ts';

/** What of a shipment the marketplace names in its own words, in the order in which they are looked for. */
const NAMED: readonly (readonly [word: RegExp, says: string])[] = [
  [/tracking/i, 'does not take the tracking number of'],
  [/carrier/i, 'does not take the carrier of'],
  [/ship ?date/i, 'does not take the ship date of'],
  [/quantity|items?\b/i, 'does not take what is in'],
];

const SAID: Readonly<Record<Exclude<FailureKind, 'refused'>, string>> = {
  throttled: 'The marketplace has no time for us at the moment',
  unavailable: 'The marketplace does not answer at the moment',
  unauthorized: 'The marketplace does not let us in: its connection has to be looked at',
  broken_answer: 'The marketplace answered what nobody understands',
  failed: 'The marketplace could not be told',
};

/** Why a box was not confirmed, for whoever has to do something about it; what the marketplace said stands behind it, for its support. */
export function confirmFailure({ kind, message }: { kind: FailureKind; message: string }, trackingNumber: string): string {
  if (kind !== 'refused') return `${SAID[kind]} (${message})`;
  const says = NAMED.find(([word]) => word.test(message))?.[1] ?? 'refused';
  return `The marketplace ${says} box ${trackingNumber} (${message})`;
}
