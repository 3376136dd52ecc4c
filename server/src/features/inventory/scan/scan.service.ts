import { IDENTIFIER_MESSAGES, normalizeCode } from '@stowage/contract/catalog/identifiers';
import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import { AppError } from '../../../platform/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import { violatesUnique } from '../../../platform/database/connect.ts';
import { addUnit } from '../ledger/stock-ledger.repository.ts';
import { findScan } from '../ledger/stock-movement.repository.ts';
import { findActiveLocation, locationReference } from '../locations/location.repository.ts';
import { refuseReusedScanId, resolveItem } from './scanned-item.service.ts';

interface Scan {
  readonly code: string;
  /** The location's id or code. */
  readonly location: number | string;
  /** One id per scan; null if the sender provides none. */
  readonly clientScanId: string | null;
  readonly actorId: number;
}

export type ScanService = ReturnType<typeof createScanService>;

export function createScanService({ db, topics }: Pick<Context, 'db' | 'topics'>) {
  return {
    /** Adds one unit to a location. The same client scan id counts once. */
    async scan({ code, location, clientScanId, actorId }: Scan): Promise<void> {
      const item = await resolveItem(db, normalizeCode(code), IDENTIFIER_MESSAGES.invalid);
      try {
        const unitId = await addUnit(db, { ...item, location: locationReference(location), source: 'SCAN', actorId, clientScanId });
        if (unitId === undefined) throw new AppError('not_found', `There is no location ${location}`, { reason: 'unknown_location' });
        topics.publish(inventoryHistoryTopic, { unitId, change: 'SCANNED' });
      } catch (error) {
        if (clientScanId === null || !violatesUnique(error, 'stock_movements_client_scan_id_key')) throw error;
        const place = await findActiveLocation(db, locationReference(location));
        refuseReusedScanId(await findScan(db, clientScanId), { ...item, locationId: place?.id, actorId });
      }
    },
  };
}
