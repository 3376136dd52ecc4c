import type { Database } from '../../../platform/database/connection/connect.ts';
import { filterKnownCodes, findListing } from '../../catalog/index.ts';
import type { Count } from './count.repository.ts';
import { listLinesOfCodes, listUnlistedCodes, mergeIntoListing } from './count-line.repository.ts';

/**
 * Assigns the lines of codes that have become known since they were counted to their listings, so that a listing has one line
 * in each location, whichever of its codes was scanned. The count is locked.
 */
export async function unifyLines(tx: Database, { id, state }: Count): Promise<void> {
  if (state === 'POSTED' || state === 'CANCELED') return;
  const unlisted = await listUnlistedCodes(tx, id);
  const known = unlisted.length === 0 ? [] : await filterKnownCodes(tx, unlisted);
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
