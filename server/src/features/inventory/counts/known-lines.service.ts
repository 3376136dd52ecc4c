import { codeKey } from '@stowage/contract/catalog/identifiers';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { filterKnownCodes, findListing } from '../../catalog/index.ts';
import type { Count } from './count.repository.ts';
import { listLinesOfCodes, listUnlistedCodes, mergeIntoListing, mergeLine } from './count-line.repository.ts';

/**
 * Leaves one line for each item in each location, whichever of its codes was scanned: merges lines of one GTIN in several
 * spellings, and assigns the lines of codes that have become known since they were counted to their listings. The count is locked.
 */
export async function unifyLines(tx: Database, { id, state }: Count): Promise<void> {
  if (state === 'POSTED' || state === 'CANCELED') return;
  const unlisted = await listUnlistedCodes(tx, id);
  if (unlisted.length === 0) return;
  await mergeSpellings(tx, id, unlisted);
  const known = await filterKnownCodes(tx, unlisted);
  if (known.length === 0) return;
  for (const line of await listLinesOfCodes(tx, id, known)) {
    // Units without a listing get theirs first: until then they are booked under the code.
    if (line.onHand > 0) continue;
    const choice = await findListing(tx, line.identifier);
    if (choice.status !== 'HIT') continue;
    const { listing } = choice.match;
    await mergeIntoListing(tx, line, { listingId: listing.id, identifier: listing.fnsku ?? listing.sellerSku ?? line.identifier });
  }
}

/** A count has several lines of one GTIN if an earlier version of Stowage started it or counts in it. */
async function mergeSpellings(tx: Database, countId: number, codes: readonly string[]): Promise<void> {
  if (new Set(codes.map(codeKey)).size === codes.length) return;
  const first = new Map<string, number>();
  for (const { id, locationId, identifier } of await listLinesOfCodes(tx, countId, codes)) {
    const key = `${locationId} ${codeKey(identifier)}`;
    const target = first.get(key);
    if (target === undefined) first.set(key, id);
    else await mergeLine(tx, { id }, target);
  }
}
