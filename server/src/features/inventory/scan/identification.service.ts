import { spellingsOfGtin } from '@stowage/contract/catalog/identifiers';
import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import type { DatabasePool, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import { findListing, listKnownCodes, lockCatalog } from '../../catalog/index.ts';
import { type IdentifiedUnit, identifyUnits } from '../ledger/stock-document.repository.ts';
import { listUnknownCodes } from './unknown-code.repository.ts';

/** Codes that are looked up at a time. */
const CODES_AT_A_TIME = 1_000;

/** Gives the units that were scanned under these codes to the listing that each of them means now, if it means one. */
export async function identifyByCodes(tx: DatabaseTransaction, codes: readonly (string | null)[], actorId: number | null): Promise<IdentifiedUnit[]> {
  const units: IdentifiedUnit[] = [];
  for (const code of codes.filter((one) => one !== null)) {
    const choice = await findListing(tx, code);
    if (choice.status !== 'HIT') continue;
    const { kind, listing } = choice.match;
    const spellings = (kind === 'GTIN' ? spellingsOfGtin(code) : [code]).map((text) => text.toUpperCase());
    units.push(...(await identifyUnits(tx, { codes: spellings, listingId: listing.id, identifier: listing.fnsku ?? listing.sellerSku ?? code, actorId })));
  }
  return units;
}

/**
 * Gives every unit in stock that was scanned before anybody knew its code to the listing that the code means now; a code that means
 * several is left to people. Its work is by the codes that nobody knew, and by their units: it may be done after every import.
 * @returns how many units
 */
export async function identifyUnknown({ db, topics }: { db: DatabasePool; topics: Topics }): Promise<number> {
  let identified = 0;
  for (let after = '', isMore = true; isMore; ) {
    const codes = await listUnknownCodes(db, after, CODES_AT_A_TIME);
    for (const code of await listKnownCodes(db, codes)) {
      // A code at a time: whoever scans meanwhile waits for one, not for all.
      const units = await db.transaction().execute(async (tx) => {
        await lockCatalog(tx);
        return identifyByCodes(tx, [code], null);
      });
      for (const { unitId } of units.slice(0, 1)) topics.publish(inventoryHistoryTopic, { unitId, change: 'IDENTIFIED' });
      identified += units.length;
    }
    isMore = codes.length === CODES_AT_A_TIME;
    after = codes.at(-1) ?? after;
  }
  return identified;
}
