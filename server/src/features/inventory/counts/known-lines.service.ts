import type { Database } from '../../../platform/database/connection/connect.ts';
import { filterKnownCodes, findListing } from '../../catalog/index.ts';
import type { Count } from './count.repository.ts';
import { type Line, listCodeLines, mergeIntoListing } from './count-line.repository.ts';

/**
 * Assigns the lines of codes that have become known since they were counted to their listings, so that a listing has one line
 * in each location, whichever of its codes was scanned. The count is locked.
 */
export async function unifyLines(tx: Database, { id, state }: Count): Promise<void> {
  if (state === 'POSTED' || state === 'CANCELED') return;
  const lines = await listCodeLines(tx, id);
  if (lines.length === 0) return;
  const known = new Set(await filterKnownCodes(tx, [...new Set(lines.map(codeOf))]));
  // Units without a listing get theirs first: until then they are booked under the code.
  for (const line of lines.filter((one) => known.has(codeOf(one)) && one.onHand === 0)) {
    const choice = await findListing(tx, line.identifier);
    if (choice.status !== 'HIT') continue;
    const { listing } = choice.match;
    await mergeIntoListing(tx, line, { listingId: listing.id, identifier: listing.fnsku ?? listing.sellerSku ?? line.identifier });
  }
}

function codeOf({ identifier }: Line): string {
  return identifier.toUpperCase();
}
