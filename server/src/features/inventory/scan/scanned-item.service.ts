import { codeKey, IDENTIFIER_MESSAGES, isLpn, MAX_CODE_LENGTH, mayBeUnknown } from '@stowage/contract/catalog/identifiers';
import type { IncompleteCode } from '@stowage/contract/inventory/scan';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { type FindListing, findListing, isCodeOfProduct, matchLongerCodes } from '../../catalog/index.ts';
import type { ScannedItem } from '../ledger/stock-ledger.repository.ts';
import { findScan, type RecordedScan } from '../ledger/stock-movement.repository.ts';
import { type ActiveLocation, findLocation, locationReference } from '../locations/location.repository.ts';
import { scanIdReused } from './scan-id.rules.ts';
import { findLongerUnknownCode, isUnknownCodeInStock } from './unknown-code.repository.ts';

interface ScannedCode {
  /** Normalized. */
  readonly code: string;
  readonly incomplete: IncompleteCode;
  /** Finds the code's listing; without it, by a query for this code alone. */
  readonly find?: FindListing;
  /** The message for a code that can't be an identifier; the audit has its own. */
  readonly invalidMessage: string;
}

/**
 * The item of a scanned code: a listing, or a code without one. A code that no product and no unit in stock has must have an
 * accepted length.
 */
export async function resolveItem(db: Database, { code, incomplete, invalidMessage, find = (one) => findListing(db, one) }: ScannedCode): Promise<ScannedItem> {
  if (isLpn(code)) throw new AppError('rule_violated', IDENTIFIER_MESSAGES.lpn, { reason: 'lpn' });
  const choice = isLookedUp(code) ? await find(code) : { status: 'MISS' as const };
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
  if (!mayBeUnknown(code) && !(isLookedUp(code) && (await isKnownWithoutListing(db, code))))
    throw new AppError('rule_violated', invalidMessage, { reason: 'not_an_identifier' });
  // RECEIVING and other codes of locations have accepted lengths too.
  if ((await findLocation(db, { code })) !== undefined)
    throw new AppError('rule_violated', `${code} is a location, not a unit`, { reason: 'not_an_identifier' });
  if (incomplete === 'ask') await refuseIncomplete(db, code);
  return { listingId: null, identifier: code };
}

/** Whether a normalized code may name a listing. An LPN names a returned unit. */
export function isLookedUp(code: string): boolean {
  return code !== '' && code.length <= MAX_CODE_LENGTH && !isLpn(code);
}

/** Whether a product or a unit in stock has exactly this code, which names no listing. */
async function isKnownWithoutListing(db: Database, code: string): Promise<boolean> {
  return (await isCodeOfProduct(db, code)) || isUnknownCodeInStock(db, code);
}

/** A pause in typing cuts a code, and its beginning can have an accepted length. A code that a person has confirmed is in stock. */
async function refuseIncomplete(db: Database, code: string): Promise<void> {
  const matches = await matchLongerCodes(db, code);
  const longer = matches.length > 0 ? 'longer codes in the catalog begin' : await describeLongerUnit(db, code);
  if (longer === undefined || (await isKnownWithoutListing(db, code))) return;
  throw new AppError('conflict', `${code} may be incomplete: ${longer} with it. Scan the unit again, or choose.`, {
    reason: 'incomplete',
    details: { matches },
  });
}

async function describeLongerUnit(db: Database, code: string): Promise<string | undefined> {
  const longer = await findLongerUnknownCode(db, code);
  return longer === undefined ? undefined : `${longer}, which is in stock, begins`;
}

/** The scan that was counted under an id, and the location that its repeat names, which may have been deactivated since. */
export async function findRepeatedScan(
  db: Database,
  { clientScanId, location }: { readonly clientScanId: string | null; readonly location: number | string },
): Promise<{ recorded: RecordedScan; location: ActiveLocation | undefined } | undefined> {
  const recorded = clientScanId === null ? undefined : await findScan(db, clientScanId);
  return recorded && { recorded, location: await findLocation(db, locationReference(location)) };
}

/** @throws AppError `scan_id_reused` if the recorded scan is another one than the repeated scan, or archived (undefined) */
export function refuseReusedScanId(
  recorded: RecordedScan | undefined,
  again: ScannedItem & { readonly locationId: number | undefined; readonly actorId: number },
): void {
  if (recorded === undefined || !isSameItem(recorded, again) || recorded.toLocationId !== again.locationId || recorded.actorId !== again.actorId) {
    throw scanIdReused();
  }
}

function isSameItem(recorded: RecordedScan, again: ScannedItem): boolean {
  if (again.listingId === null) return codeKey(recorded.identifier) === codeKey(again.identifier);
  // The unit's listing can be another one by now, except for a code without a listing: the unit got the listing of its code.
  return (recorded.listingId ?? recorded.unitListingId) === again.listingId;
}
