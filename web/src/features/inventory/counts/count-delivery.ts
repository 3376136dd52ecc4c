import { countUnit } from '@stowage/contract/inventory/count-entry';
import { call } from '../../../api/call.ts';
import type { StockDelivery } from '../scan/scan.ts';

/** Counts each scan in its count. */
export const countDelivery: StockDelivery = {
  storage: 'count',
  async send({ id, code, locationId, countId = 0, incomplete = 'ask' }) {
    const result = await call(countUnit, { params: { id: countId }, body: { productId: code, locationId, clientScanId: id, incomplete } });
    return { state: 'done', result };
  },
};
