import { displayGtin, MAX_CODE_LENGTH, toGtin14 } from '@stowage/contract/catalog/identifiers';
import type { CatalogMatch } from '@stowage/contract/catalog/identify';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { chooseListing, type ListingChoice, matchCodes } from '../../catalog/index.ts';
import type { ReceivedLine } from './receipt.repository.ts';

/** A code and its matches in the catalog. */
export interface ScannedCode {
  readonly code: string;
  readonly matches: readonly CatalogMatch[];
}

export async function lookUpAll(db: Database, codes: readonly string[]): Promise<ScannedCode[]> {
  const known = [...new Set(codes.filter((code) => code.length <= MAX_CODE_LENGTH))];
  const found = known.length === 0 ? [] : await matchCodes(db, known);
  const matches = new Map(known.map((code, nth) => [code, found[nth] ?? []]));
  return codes.map((code) => ({ code, matches: matches.get(code) ?? [] }));
}

export async function lookUp(db: Database, code: string): Promise<ScannedCode> {
  const [scanned] = await lookUpAll(db, [code]);
  return scanned ?? { code, matches: [] };
}

interface ReceivedUnit {
  readonly scanned: ScannedCode;
  readonly line: ReceivedLine;
}

interface ReceivedItem {
  readonly listingId: number | null;
  readonly identifier: string;
}

/**
 * The listings of received units: each the one whose FNSKU or seller SKU was scanned, else the one that its GTIN identifies. An
 * unknown GTIN, or one with several used listings and no new one, becomes stock without a listing, so that receiving never stops.
 */
export async function itemsOf(db: Database, units: readonly ReceivedUnit[]): Promise<ReceivedItem[]> {
  const others = await lookUpAll(
    db,
    units.filter((unit) => !isGtinOf(unit)).map(({ line }) => displayGtin(line.gtin)),
  );
  const matches = new Map(others.map((other) => [other.code, other.matches]));
  return units.map((unit) => {
    const printed = displayGtin(unit.line.gtin);
    return itemOf(unit, isGtinOf(unit) ? undefined : chooseListing(matches.get(printed) ?? [], printed));
  });
}

/** Whether the scanned code is the line's GTIN. */
function isGtinOf({ scanned: { code, matches }, line }: ReceivedUnit): boolean {
  return matches[0]?.kind === 'GTIN' && toGtin14(code) === line.gtin;
}

/** @param choice the listing of the line's GTIN; undefined if that was scanned */
function itemOf({ scanned: { code, matches }, line }: ReceivedUnit, choice: ListingChoice | undefined): ReceivedItem {
  const scanned = chooseListing(matches, code);
  const ofGtin = choice ?? scanned;
  const isNamed = matches[0]?.kind === 'FNSKU' || matches[0]?.kind === 'SKU';
  const isOwn = isNamed && scanned.status === 'HIT' && ofGtin.status !== 'MISS' && productOf(ofGtin) === scanned.match.product.id;
  const chosen = isOwn ? scanned : ofGtin;
  const printed = displayGtin(line.gtin);
  if (chosen.status !== 'HIT') return { listingId: null, identifier: printed };
  return { listingId: chosen.match.listing.id, identifier: chosen.match.listing.fnsku ?? printed };
}

function productOf(choice: Exclude<ListingChoice, { status: 'MISS' }>): number | undefined {
  return choice.status === 'HIT' ? choice.match.product.id : choice.matches[0]?.product.id;
}
