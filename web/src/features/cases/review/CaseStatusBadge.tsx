import type { CaseStatus } from '@stowage/contract/cases/case-statuses';
import { Badge, type Tone } from '../../../ui/Badge.tsx';

const TONES: Readonly<Partial<Record<CaseStatus, Tone>>> = {
  'Pending Case Creation': 'warn',
  Working: 'accent',
  'Resolved-Inventory or Refund Processed': 'good',
  'Need additional photos': 'bad',
};

export function CaseStatusBadge({ status }: { status: CaseStatus }) {
  return <Badge tone={TONES[status] ?? 'neutral'}>{status}</Badge>;
}
