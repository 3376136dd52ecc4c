import type { PackageState } from '@stowage/contract/returns/packages';
import { StateBadge, type StateLooks } from '../../../ui/Badge.tsx';

const STATES: StateLooks<PackageState> = {
  EXPECTED: { label: 'Expected', tone: 'neutral' },
  ARRIVED: { label: 'Arrived', tone: 'accent' },
  IN_PROGRESS: { label: 'In progress', tone: 'warn' },
  DONE: { label: 'Done', tone: 'good' },
  DISCREPANCY: { label: 'Discrepancy', tone: 'bad' },
};

/** A package's state. */
export function PackageStateBadge({ state }: { state: PackageState }) {
  return <StateBadge {...STATES[state]} />;
}
