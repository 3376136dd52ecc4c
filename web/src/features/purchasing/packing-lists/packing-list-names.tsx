import type { Decision, Difference } from '@stowage/contract/purchasing/closing';
import type { PackingListState } from '@stowage/contract/purchasing/packing-lists';
import { StateBadge, type StateLooks } from '../../../ui/Badge.tsx';

const STATES: StateLooks<PackingListState> = {
  DRAFT: { label: 'Draft', tone: 'neutral' },
  IN_TRANSIT: { label: 'In transit', tone: 'accent' },
  RECEIVING: { label: 'Receiving', tone: 'warn' },
  RECEIVED: { label: 'Received', tone: 'good' },
  CLOSED: { label: 'Closed', tone: 'good' },
  CANCELED: { label: 'Canceled', tone: 'neutral' },
};

export function ListStateBadge({ state }: { state: PackingListState }) {
  return <StateBadge {...STATES[state]} />;
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
