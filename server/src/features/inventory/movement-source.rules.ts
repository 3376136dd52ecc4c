import type { MovementSource } from '@stowage/contract/inventory-adjustment';

interface Movement {
  readonly type: string;
  readonly count_id: number | null;
  readonly receipt_id: number | null;
  readonly undoes_movement_id: number | null;
  /** It was made by a scan. */
  readonly is_scan: boolean;
  /** What brought the unit. */
  readonly unit_source: string;
}

const ARRIVALS: Readonly<Record<string, MovementSource>> = { SCAN: 'SCAN', COUNT: 'AUDIT', RETURN: 'RETURN', PO: 'RECEIPT' };

/** What made a movement. Of scans, only an audit's confirm and move units; one that the count brought says so itself. */
export function sourceOf({ type, count_id, receipt_id, undoes_movement_id, is_scan, unit_source }: Movement): MovementSource {
  if (count_id !== null) return 'COUNT';
  if (receipt_id !== null) return 'RECEIPT';
  if (undoes_movement_id !== null) return 'BY_HAND';
  if (type === 'ADD') return ARRIVALS[unit_source] ?? 'BY_HAND';
  return type === 'AUDIT_COUNT' || is_scan ? 'AUDIT' : 'BY_HAND';
}
