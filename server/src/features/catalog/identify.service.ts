import { isLpn, isOrderNumber, normalizeCode, toGtin14 } from '@stowage/contract/catalog/identifiers';
import type { CatalogMatch, identify } from '@stowage/contract/catalog/identify';
import type { ReplyOf } from '@stowage/contract/endpoint';
import { getTracking } from 'ts-tracking-number';
import { createBatches } from '../../platform/batches.ts';
import type { Database } from '../../platform/database/connection/connect.ts';
import { findLongerMatches, findMatches, findMatchesOf, isProductCode, listKnownCodes } from './code-match.read-model.ts';
import { chooseListing, type ListingChoice } from './listing-choice.rules.ts';

/** More codes than arrive during one query. */
const MAX_TOGETHER = 100;

type Identified = ReplyOf<typeof identify>;

interface Dependencies {
  readonly db: Database;
  readonly isLocation: (code: string) => Promise<boolean>;
}

export type IdentifyService = ReturnType<typeof createIdentifyService>;

export function createIdentifyService({ db, isLocation }: Dependencies) {
  return {
    /** Identifies a scanned code as the first of: location, LPN, listing, order number, tracking number. */
    async identify(rawCode: string): Promise<Identified> {
      const code = normalizeCode(rawCode);
      const found = (status: Identified['status'], normalised = code): Identified => ({ status, matches: [], normalised });
      if (code === '') return found('MISS');
      if (await isLocation(code)) return found('LOCATION', code.toUpperCase());
      if (isLpn(code)) return found('LPN', code.toUpperCase());
      const choice = await findListing(db, code);
      const normalised = toGtin14(code) ?? code;
      if (choice.status === 'HIT') return { status: 'HIT', matches: [choice.match], normalised };
      if (choice.status === 'AMBIGUOUS') return { status: 'AMBIGUOUS', matches: [...choice.matches], normalised };
      if (isOrderNumber(code)) return found('ORDER');
      const tracking = toGtin14(code) === undefined ? getTracking(code) : undefined;
      return tracking === undefined ? found('MISS', normalised) : found('TRACKING', tracking.trackingNumber);
    },
  };
}

/** The listing of a normalized code. */
export async function findListing(db: Database, code: string): Promise<ListingChoice> {
  return chooseListing(await findMatches(db, code), code);
}

export type FindListing = (code: string) => Promise<ListingChoice>;

/** Finds the listings of normalized codes; codes that arrive together are looked up by one query. */
export function createListingFinder(db: Database): FindListing {
  const find = createBatches<string, CatalogMatch[]>(MAX_TOGETHER, async (codes) =>
    (await findMatchesOf(db, codes)).map((value) => ({ status: 'fulfilled', value })),
  );
  return async (code) => chooseListing(await find(code), code);
}

/** All listings of each normalized code; see `matchCode`. */
export function matchCodes(db: Database, codes: readonly string[]): Promise<CatalogMatch[][]> {
  return findMatchesOf(db, codes);
}

/** All listings of a normalized code, ordered by the kind of identifier that matches. */
export function matchCode(db: Database, code: string): Promise<CatalogMatch[]> {
  return findMatches(db, code);
}

/** The listings with a longer code that begins with a normalized, unknown code. */
export function matchLongerCodes(db: Database, code: string): Promise<CatalogMatch[]> {
  return findLongerMatches(db, code);
}

/** Whether a product has the normalized code as a GTIN or item code, also without a listing. */
export function isCodeOfProduct(db: Database, code: string): Promise<boolean> {
  return isProductCode(db, code);
}

/** The codes that name at least one listing. @param codes upper case */
export function filterKnownCodes(db: Database, codes: readonly string[]): Promise<string[]> {
  return listKnownCodes(db, codes);
}
