import { auditUnit } from '@stowage/contract/inventory/audit';
import { call } from '../../../api/call.ts';
import type { StockDelivery } from '../scan/scan.ts';

/** Counts each scan in the audit; a surplus unit asks the person. */
export const auditDelivery: StockDelivery = {
  storage: 'audit',
  async send({ id, code, locationId, roundId = id, incomplete = 'ask', answer }) {
    const result = await call(auditUnit, { body: { productId: code, locationId, roundId, clientScanId: id, incomplete, ...answer } });
    return { state: result.outcome === 'ELSEWHERE' ? 'asking' : 'done', result };
  },
};
