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

/** The source of a movement as text, such as `Count 12` or `Audit`. */
export function sourceText({ source, count_id }: Pick<LedgerRow, 'source' | 'count_id'>): string {
  return count_id === null ? NAMES[source] : `${NAMES[source]} ${count_id}`;
}
