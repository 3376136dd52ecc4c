import { ALLOCATION_UNITS_LIMIT } from '@stowage/contract/orders/order-units';

/** A note below a list of units that may be cut off. Units that are not listed can still be scanned. */
export function OldestUnitsNote() {
  return <p className="mt-2 text-muted">Only the oldest {ALLOCATION_UNITS_LIMIT} units of each condition are shown.</p>;
}
