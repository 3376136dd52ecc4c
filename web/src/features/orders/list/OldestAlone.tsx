import { ALLOCATION_UNITS_LIMIT } from '@stowage/contract/orders/order-units';

/** Below units to choose from that may be more: another one can still be scanned. */
export function OldestAlone() {
  return <p className="mt-2 text-muted">There may be more: the oldest {ALLOCATION_UNITS_LIMIT} of each condition are shown.</p>;
}
