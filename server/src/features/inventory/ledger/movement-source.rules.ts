import type { MovementSource } from '@stowage/contract/inventory/adjustment';

interface Movement {
  readonly type: string;
  readonly count_id: number | null;
  readonly receipt_id: number | null;
  readonly order_id: string | null;
  readonly undoes_movement_id: number | null;
  /** It was made by a scan. */
  readonly is_scan: boolean;
  /** What brought the unit. */
  readonly unit_source: string;
}

const ARRIVALS: Readonly<Record<string, MovementSource>> = { SCAN: 'SCAN', COUNT: 'AUDIT', RETURN: 'RETURN', PO: 'RECEIPT' };

/** What made a movement. Of scans, only an audit's confirm and move units; one that the count brought says so itself. */
export function sourceOf({ type, count_id, receipt_id, order_id, undoes_movement_id, is_scan, unit_source }: Movement): MovementSource {
  if (order_id !== null) return 'ORDER';
  if (count_id !== null) return 'COUNT';
  if (receipt_id !== null) return 'RECEIPT';
  if (undoes_movement_id !== null) return 'BY_HAND';
  if (type === 'ADD') return ARRIVALS[unit_source] ?? 'BY_HAND';
  return type === 'AUDIT_COUNT' || is_scan ? 'AUDIT' : 'BY_HAND';
}

/** What a document brought is taken back with the document: its own numbers would else be wrong. */
export const UNDONE_BY_DOCUMENT: Readonly<Partial<Record<MovementSource, string>>> = {
  RECEIPT: 'It was received from a vendor: change it under Receive Inventory',
  RETURN: 'It came back in a box: take the decision about it back under Returns',
  ORDER: 'It was done for an order: undo it there',
};
