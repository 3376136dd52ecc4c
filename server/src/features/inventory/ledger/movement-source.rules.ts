import type { MovementSource } from '@stowage/contract/inventory/adjustment';

/** The columns that determine the source. */
export interface MovementCause {
  readonly type: string;
  readonly count_id: number | null;
  readonly receipt_id: number | null;
  readonly order_id: string | null;
  readonly undoes_movement_id: number | null;
  readonly is_scan: boolean;
  /** `units.source`. */
  readonly unit_source: string;
}

const SOURCES_OF_RECEIPT: Readonly<Record<string, MovementSource>> = { SCAN: 'SCAN', COUNT: 'AUDIT', RETURN: 'RETURN', PO: 'RECEIPT' };

/** The cause of a movement. Only the scans of audits confirm and move units. */
export function sourceOf({ type, count_id, receipt_id, order_id, undoes_movement_id, is_scan, unit_source }: MovementCause): MovementSource {
  if (order_id !== null) return 'ORDER';
  if (count_id !== null) return 'COUNT';
  if (receipt_id !== null) return 'RECEIPT';
  if (undoes_movement_id !== null) return 'BY_HAND';
  if (type === 'ADD') return SOURCES_OF_RECEIPT[unit_source] ?? 'BY_HAND';
  return type === 'AUDIT_COUNT' || is_scan ? 'AUDIT' : 'BY_HAND';
}

/** Movements of a document are undone in the document, so that its own quantities stay correct. */
export const UNDONE_BY_DOCUMENT: Readonly<Partial<Record<MovementSource, string>>> = {
  RECEIPT: 'The unit was received from a vendor. Change the receipt under Receive Inventory.',
  RETURN: 'The unit came from a returned package. Undo its disposition under Returns.',
  ORDER: 'This belongs to an order. Undo it in the order.',
};
