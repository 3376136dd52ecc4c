import type { BulkSummary } from '@stowage/contract/bulk/bulk';
import { Badge } from '../../ui/Badge.tsx';

const STATES = {
  RUNNING: { label: 'Running', tone: 'accent' },
  DONE: { label: 'Done', tone: 'good' },
  STOPPED: { label: 'Stopped', tone: 'warn' },
  FAILED: { label: 'Failed', tone: 'bad' },
} as const satisfies Record<BulkSummary['state'], { label: string; tone: string }>;

export function BulkStateBadge({ action: { state, refused } }: { action: BulkSummary }) {
  if (state === 'DONE' && refused > 0) return <Badge tone="warn">Done, with refusals</Badge>;
  return <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>;
}
