import type { FailureKind } from '../../../integrations/marketplace/transport/retry.rules.ts';

/** The parts of a shipment that a refusal may name, in the order in which they are searched. */
const NAMED: readonly (readonly [word: RegExp, says: string])[] = [
  [/tracking/i, 'does not accept the tracking number of'],
  [/carrier/i, 'does not accept the carrier of'],
  [/ship ?date/i, 'does not accept the ship date of'],
  [/quantity|items?\b/i, 'does not accept the contents of'],
];

const FAILURES: Readonly<Record<Exclude<FailureKind, 'refused'>, string>> = {
  throttled: 'Amazon is throttling our requests',
  unavailable: 'Amazon is not available at the moment',
  unauthorized: 'Amazon rejected our credentials. Check the connection',
  broken_answer: 'Amazon sent an answer that could not be read',
  failed: 'Amazon could not be reached',
};

/** Explains to a packer why a box was not confirmed. Amazon's own message follows in parentheses, for its support. */
export function confirmFailure({ kind, message }: { kind: FailureKind; message: string }, trackingNumber: string): string {
  if (kind !== 'refused') return `${FAILURES[kind]} (${message})`;
  const says = NAMED.find(([word]) => word.test(message))?.[1] ?? 'refused';
  return `Amazon ${says} box ${trackingNumber} (${message})`;
}
