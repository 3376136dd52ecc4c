import type { AuditResult } from '@stowage/contract/inventory/audit';
import type { CountedItem } from '@stowage/contract/inventory/count-entry';
import { scanUnit } from '@stowage/contract/inventory/scan';
import { call } from '../../../api/call.ts';
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

/** Adds each scan to stock as a new unit. */
export const stockDelivery: StockDelivery = {
  storage: 'scan',
  async send({ id, code, locationId, incomplete = 'ask' }) {
    await call(scanUnit, { body: { productId: code, locationId, clientScanId: id, incomplete } });
    return { state: 'done' };
  },
};

/** The destination of scans. */
export interface ScanPlace {
  readonly id: number | string;
  readonly location: string;
  readonly roundId?: string | undefined;
  readonly countId?: number | undefined;
}

/** The payload of a scan into a location. */
export function scanPayloadAt({ id: locationId, location, roundId, countId }: ScanPlace): ScanPayload<Scan> {
  return { locationId, location, ...(roundId !== undefined && { roundId }), ...(countId !== undefined && { countId }) };
}
