import type { AuditResult } from '@stowage/contract/inventory/audit';
import type { CountedItem } from '@stowage/contract/inventory/count-entry';
import type { Delivery, QueuedScan, ScanPayload } from '../../../shared/scan/scan-queue.ts';

/** The server's result of a scan in an audit or a count. */
type ScanResult = Pick<AuditResult, 'item_name' | 'seller_sku' | 'identifier' | 'sku_condition' | 'location' | 'counted'> &
  Partial<Pick<AuditResult, 'from_location' | 'elsewhere'>> & {
    readonly outcome: AuditResult['outcome'] | CountedItem['outcome'];
    /** null in a blind count. */
    readonly expected: number | null;
  };

/** A scan into stock, an audit or a count. */
export interface Scan extends QueuedScan {
  /** The location's id, or its code while the id is not loaded. */
  readonly locationId: number | string;
  readonly location: string;
  readonly roundId?: string;
  readonly result?: ScanResult;
  readonly countId?: number;
  /** The person's answer about a surplus unit of an audit. */
  readonly answer?: { readonly surplus: 'add' } | { readonly surplus: 'move'; readonly fromLocationId: number };
}

export type StockDelivery = Delivery<Scan>;

/** The destination of scans. */
export interface ScanPlace {
  readonly id: number | string;
  readonly location: string;
  readonly roundId?: string | undefined;
  readonly countId?: number | undefined;
}

/** Whether a scan added nothing, and asks nothing. */
export function isRejected(state: Scan['state']): state is 'failed' | 'refused' {
  return state === 'failed' || state === 'refused';
}

/** The payload of a scan into a location. */
export function scanPayloadAt({ id: locationId, location, roundId, countId }: ScanPlace): ScanPayload<Scan> {
  return { locationId, location, ...(roundId !== undefined && { roundId }), ...(countId !== undefined && { countId }) };
}
