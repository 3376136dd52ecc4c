import type { Context } from '../../../platform/context.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { filterKnownCodes, findListing, lockCatalog } from '../../catalog/index.ts';
import { type IdentifiedUnit, identifyUnits } from '../ledger/stock-document.repository.ts';
import { publishStock } from '../units/publish-stock.ts';
import { listUnknownAmong, listUnknownCodes } from './unknown-code.repository.ts';

const CODES_BATCH = 1_000;

/** Assigns the unlisted units of these codes to the listing of each code, if the code now names exactly one. */
export async function identifyByCodes(tx: DatabaseTransaction, codes: readonly (string | null)[], actorId: number | null): Promise<IdentifiedUnit[]> {
  const units: IdentifiedUnit[] = [];
  for (const code of codes.filter((one) => one !== null)) {
    const choice = await findListing(tx, code);
    if (choice.status !== 'HIT') continue;
    const { kind, listing } = choice.match;
    const identifier = listing.fnsku ?? listing.sellerSku ?? code;
    units.push(...(await identifyUnits(tx, { code, isGtin: kind === 'GTIN', listingId: listing.id, identifier, actorId })));
  }
  return units;
}

/** The codes among these under which unlisted units are in stock, a GTIN in any of its spellings. */
export async function filterUnknownCodes(db: Database, codes: readonly string[]): Promise<string[]> {
  return listUnknownAmong(db, [...new Set(codes)]);
}

/**
 * Assigns all unlisted units in stock to the listing of their code. Leaves codes with several listings to people. The cost
 * depends on the unlisted codes and their units, so every import can run it.
 * @returns the number of units
 */
export async function identifyUnknown({ db, topics }: Pick<Context, 'db' | 'topics'>): Promise<number> {
  let identified = 0;
  for (let after = '', isMore = true; isMore; ) {
    const codes = await listUnknownCodes(db, after, CODES_BATCH);
    for (const code of await filterKnownCodes(db, codes)) {
      // One transaction per code keeps scans from waiting for all codes.
      const units = await db.transaction().execute(async (tx) => {
        await lockCatalog(tx);
        return identifyByCodes(tx, [code], null);
      });
      publishStock(
        topics,
        units.map(({ unitId }) => unitId),
        'IDENTIFIED',
      );
      identified += units.length;
    }
    isMore = codes.length === CODES_BATCH;
    after = codes.at(-1) ?? after;
  }
  return identified;
}
