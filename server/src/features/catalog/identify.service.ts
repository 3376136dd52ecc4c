import { isLpn, isOrderNumber, normalizeCode, toGtin14 } from '@stowage/contract/catalog/identifiers';
import type { identify } from '@stowage/contract/catalog/identify';
import type { ReplyOf } from '@stowage/contract/endpoint';
import { getTracking } from 'ts-tracking-number';
import type { Database } from '../../platform/database/connect.ts';
import { findMatches } from './code-match.read-model.ts';
import { chooseListing, type ListingChoice } from './listing-choice.rules.ts';

type Identified = ReplyOf<typeof identify>;

export interface IdentifyService {
  /** Says what any scanned code is. The first that fits: location, LPN, listing, order number, tracking number. */
  identify(rawCode: string): Promise<Identified>;
}

interface Dependencies {
  readonly db: Database;
  readonly isLocation: (code: string) => Promise<boolean>;
}

export function createIdentifyService({ db, isLocation }: Dependencies): IdentifyService {
  return {
    async identify(rawCode) {
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

/** The listing that a normalised code means, if the catalogue knows it. */
export async function findListing(db: Database, code: string): Promise<ListingChoice> {
  return chooseListing(await findMatches(db, code), code);
}
