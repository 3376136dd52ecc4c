import { scanUnit } from '@stowage/contract/inventory/scan';
import { call } from '../../../api/call.ts';
import type { StockDelivery } from './scan.ts';

/** Adds each scan to stock as a new unit. */
export const stockDelivery: StockDelivery = {
  storage: 'scan',
  async send({ id, code, locationId, incomplete = 'ask' }) {
    await call(scanUnit, { body: { productId: code, locationId, clientScanId: id, incomplete } });
    return { state: 'done' };
  },
};
