import type { Decision, Difference } from '@stowage/contract/purchasing/closing';
import type { PackingListState } from '@stowage/contract/purchasing/packing-lists';
import { Badge } from '../../../ui/Badge.tsx';

const STATES = {
  DRAFT: <Badge>Draft</Badge>,
  IN_TRANSIT: <Badge tone="accent">In transit</Badge>,
  RECEIVING: <Badge tone="warn">Receiving</Badge>,
  RECEIVED: <Badge tone="good">Received</Badge>,
  CLOSED: <Badge tone="good">Closed</Badge>,
  CANCELED: <Badge>Canceled</Badge>,
} as const satisfies Record<PackingListState, unknown>;

export function ListStateBadge({ state }: { state: PackingListState }) {
  return STATES[state];
}

export function isOpenList({ state }: { state: PackingListState }): boolean {
  return state !== 'CLOSED' && state !== 'CANCELED';
}

export const DIFFERENCE_NAMES: Readonly<Record<Difference, string>> = { SHORT: 'Short', OVER: 'Over', DAMAGED: 'Damaged' };

export const DECISION_NAMES: Readonly<Record<Decision, string>> = {
  BACKORDER: 'Backorder: the vendor will still ship',
  CANCEL: 'Cancel: the vendor will not ship',
  CLAIM: 'Claim a credit',
  FOUND_LATER: 'Found later: keep open',
  KEEP: 'Keep and accept',
  RETURN: 'Return to vendor',
  PARK: 'Move to quarantine',
};
