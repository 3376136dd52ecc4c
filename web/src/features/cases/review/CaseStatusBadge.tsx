import type { CaseStatus } from '@stowage/contract/cases/case-statuses';
import { Badge } from '../../../ui/Badge.tsx';

const TONES: Readonly<Partial<Record<CaseStatus, 'warn' | 'accent' | 'good' | 'bad'>>> = {
  'Pending Case Creation': 'warn',
  Working: 'accent',
  'Resolved-Inventory or Refund Processed': 'good',
  'Need additional photos': 'bad',
};

export function CaseStatusBadge({ status }: { status: CaseStatus }) {
  return <Badge tone={TONES[status] ?? 'neutral'}>{status}</Badge>;
}
