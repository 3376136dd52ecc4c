import type { PackageState } from '@stowage/contract/returns/packages';
import { Badge } from '../../../ui/Badge.tsx';

const STATES = {
  EXPECTED: { label: 'Expected', tone: 'neutral' },
  ARRIVED: { label: 'Arrived', tone: 'accent' },
  IN_PROGRESS: { label: 'In progress', tone: 'warn' },
  DONE: { label: 'Done', tone: 'good' },
  DISCREPANCY: { label: 'Discrepancy', tone: 'bad' },
} as const satisfies Record<PackageState, object>;

/** A package's state. */
export function PackageStateBadge({ state }: { state: PackageState }) {
  const { label, tone } = STATES[state];
  return <Badge tone={tone}>{label}</Badge>;
}
