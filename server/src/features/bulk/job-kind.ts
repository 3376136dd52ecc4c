import { BULK_KINDS, type BulkKind } from '@stowage/contract/bulk/bulk';

/** The kind of the jobs that continue an action, and their key while one is open. */
export function jobKindOf(kind: BulkKind): string {
  return `bulk-${kind}`;
}

export function bulkKindOf(kind: string): BulkKind {
  const known = BULK_KINDS.find((one) => one === kind);
  if (known === undefined) throw new Error(`This version does not know the action ${kind}`);
  return known;
}
