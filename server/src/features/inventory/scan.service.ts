import { IDENTIFIER_MESSAGES, isLpn, MAX_CODE_LENGTH, mayBeUnknown, normaliseCode } from '@stowage/contract/identifiers';
import { inventoryHistoryTopic } from '@stowage/contract/inventory';
import type { Kysely } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import { violatesUnique } from '../../platform/database/connect.ts';
import type { DB } from '../../platform/database/schema.generated.ts';
import type { Topics } from '../../platform/realtime/topics.ts';
import { findListing } from '../catalogue/index.ts';
import { findActiveLocation, locationReference } from './location.repository.ts';
import { addUnit, findScan } from './stock-ledger.repository.ts';

interface Scan {
  readonly code: string;
  /** The location's id or code. */
  readonly location: number | string;
  /** Made by the sender, once per beep; null where the sender makes none. */
  readonly clientScanId: string | null;
  readonly actorId: number;
}

export interface ScanService {
  /** Takes one unit into a location. The same client scan id counts once, however often it arrives. */
  scan(scan: Scan): Promise<void>;
}

export function createScanService({ db, topics }: { db: Kysely<DB>; topics: Topics }): ScanService {
  return {
    async scan({ code: rawCode, location, clientScanId, actorId }) {
      const code = normaliseCode(rawCode);
      const item = await resolveItem(db, code);
      try {
        const unitId = await addUnit(db, { ...item, location: locationReference(location), source: 'SCAN', actorId, clientScanId });
        if (unitId === undefined) throw new AppError('not_found', `There is no location ${location}`, { reason: 'unknown_location' });
        topics.publish(inventoryHistoryTopic, { unitId, change: 'SCANNED' });
      } catch (error) {
        if (clientScanId === null || !violatesUnique(error, 'stock_movements_client_scan_id_key')) throw error;
        await refuseReusedScanId(db, clientScanId, { identifier: item.identifier, location, actorId });
      }
    },
  };
}

/** What is being taken in: a listing, or a code of acceptable length that the catalogue does not know yet. */
async function resolveItem(db: Kysely<DB>, code: string): Promise<{ listingId: number | null; identifier: string }> {
  if (isLpn(code)) throw new AppError('rule_violated', IDENTIFIER_MESSAGES.lpn, { reason: 'lpn' });
  const choice = code === '' || code.length > MAX_CODE_LENGTH ? { status: 'MISS' as const } : await findListing(db, code);
  if (choice.status === 'HIT') {
    const { listing } = choice.match;
    return { listingId: listing.id, identifier: listing.fnsku ?? code };
  }
  if (choice.status === 'AMBIGUOUS') {
    throw new AppError('conflict', `${code} names more than one listing. Which one is in your hand?`, {
      reason: 'ambiguous',
      details: { matches: choice.matches },
    });
  }
  if (!mayBeUnknown(code)) throw new AppError('rule_violated', IDENTIFIER_MESSAGES.invalid, { reason: 'not_an_identifier' });
  return { listingId: null, identifier: code };
}

/** A scan that is sent again is the same scan; the same id on another one is a mistake of the sender. */
async function refuseReusedScanId(db: Kysely<DB>, clientScanId: string, again: Pick<Scan, 'location' | 'actorId'> & { identifier: string }): Promise<void> {
  const recorded = await findScan(db, clientScanId);
  const place = await findActiveLocation(db, locationReference(again.location));
  if (recorded?.identifier !== again.identifier || recorded.actorId !== again.actorId || recorded.locationId !== place?.id) {
    throw new AppError('conflict', 'This scan id was used for another scan', { reason: 'scan_id_reused' });
  }
}
