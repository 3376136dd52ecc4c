import { Badge } from '../../../ui/Badge.tsx';

/** Whether a unit can be sold: Available, Pending or Quarantine. */
export function UnitStatus({ status }: { status: string }) {
  if (status === 'SALE_PENDING') return <Badge tone="warn">Pending</Badge>;
  return status === 'QUARANTINE' ? <Badge tone="bad">Quarantine</Badge> : <Badge tone="good">Available</Badge>;
}
