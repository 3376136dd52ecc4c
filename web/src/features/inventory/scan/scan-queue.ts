import type { AuditResult } from '@stowage/contract/inventory/audit';
import type { CountedItem } from '@stowage/contract/inventory/count-entry';
import { scanUnit } from '@stowage/contract/inventory/scan';
import { call } from '../../../api/call.ts';
import type { Belongings, Delivery, QueuedScan } from '../../../shared/scan/scan-queue.ts';

/** What the server made of a scan: an audit's result, or a count's. */
type ScanResult = Pick<AuditResult, 'item_name' | 'seller_sku' | 'identifier' | 'sku_condition' | 'location' | 'counted'> &
  Partial<Pick<AuditResult, 'from_location' | 'elsewhere'>> & {
    readonly outcome: AuditResult['outcome'] | CountedItem['outcome'];
    /** null in a blind count. */
    readonly expected: number | null;
  };

/** A beep of the stock's screens: scanning, audit, count. */
export interface Scan extends QueuedScan {
  /** The location's id, or its code where the page did not know the id yet. */
  readonly locationId: number | string;
  readonly location: string;
  /** On the audit: the round that it belongs to, what the server made of it, and the person's answer where it asked. */
  readonly roundId?: string;
  readonly result?: ScanResult;
  /** In a count: which one. */
  readonly countId?: number;
  readonly answer?: { readonly surplus: 'add' } | { readonly surplus: 'move'; readonly fromLocationId: number };
}

export type StockDelivery = Delivery<Scan>;

/** Takes each scan into stock, as another unit. */
export const stockDelivery: StockDelivery = {
  storage: 'scan',
  async send({ id, code, locationId }) {
    await call(scanUnit, { body: { productId: code, locationId, clientScanId: id } });
    return { state: 'done' };
  },
};

/** Where a scan goes. */
export interface ScanPlace {
  readonly id: number | string;
  readonly location: string;
  readonly roundId?: string | undefined;
  readonly countId?: number | undefined;
}

/** What a scan into a place carries. */
export function scanPayloadAt({ id: locationId, location, roundId, countId }: ScanPlace): Belongings<Scan> {
  return { locationId, location, ...(roundId !== undefined && { roundId }), ...(countId !== undefined && { countId }) };
}
