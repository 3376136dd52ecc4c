import { Badge } from '../../../ui/Badge.tsx';

/** A unit's status: Available, Pending or Quarantine. */
export function UnitStatus({ status }: { status: string }) {
  if (status === 'SALE_PENDING') return <Badge tone="warn">Pending</Badge>;
  return status === 'QUARANTINE' ? <Badge tone="bad">Quarantine</Badge> : <Badge tone="good">Available</Badge>;
}
