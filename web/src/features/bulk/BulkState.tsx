import type { BulkSummary } from '@stowage/contract/bulk/bulk';
import { Badge, StateBadge, type StateLooks } from '../../ui/Badge.tsx';

const STATES: StateLooks<BulkSummary['state']> = {
  RUNNING: { label: 'Running', tone: 'accent' },
  DONE: { label: 'Done', tone: 'good' },
  STOPPED: { label: 'Stopped', tone: 'warn' },
  FAILED: { label: 'Failed', tone: 'bad' },
};

export function BulkStateBadge({ action: { state, refused } }: { action: BulkSummary }) {
  if (state === 'DONE' && refused > 0) return <Badge tone="warn">Done, with refusals</Badge>;
  return <StateBadge {...STATES[state]} />;
}
