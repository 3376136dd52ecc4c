import type { BulkAction } from '@stowage/contract/bulk/bulk';
import type { Endpoint } from '@stowage/contract/endpoint';

export interface ShownBulk {
  /** As it was when it was started. */
  readonly action: BulkAction;
  readonly title: string;
  /** The endpoints to read again when it has ended; all, if it is not known what shows its records. */
  readonly stale?: readonly Endpoint[];
}

let shown: ShownBulk | undefined;
const listeners = new Set<() => void>();

/** Shows an action in the panel, instead of the one before. */
export function showBulk(bulk: ShownBulk | undefined): void {
  shown = bulk;
  for (const listener of listeners) listener();
}

export const shownBulk = {
  get: () => shown,
  listen(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
