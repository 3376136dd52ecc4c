import type { LedgerRow, MovementSource } from '@stowage/contract/inventory/adjustment';

const NAMES: Readonly<Record<MovementSource, string>> = {
  SCAN: 'Scan',
  AUDIT: 'Audit',
  COUNT: 'Count',
  RETURN: 'Return',
  RECEIPT: 'Receipt',
  ORDER: 'Order',
  BY_HAND: 'By hand',
};

/** What made a movement, in words: `Count 12`, `Audit`. */
export function sourceText({ source, count_id }: Pick<LedgerRow, 'source' | 'count_id'>): string {
  return count_id === null ? NAMES[source] : `${NAMES[source]} ${count_id}`;
}
