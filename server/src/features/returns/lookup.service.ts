import { isLpn, normaliseCode } from '@stowage/contract/catalog/identifiers';
import { trackingCandidates } from '@stowage/contract/orders/tracking-numbers';
import type { CustomerReturn, ReturnPackage, TrackingRow } from '@stowage/contract/returns/returns';
import type { Database } from '../../platform/database/connect.ts';
import { utcText } from '../../platform/utc-text.ts';
import { listLinesOfPackage, listLinesOfReturn } from './line.read-model.ts';
import { listCustomerReturns, listPackages } from './package.read-model.ts';

/** What is known of a scanned code: the boxes that it may mean, or the units that bear it. */
interface Found {
  readonly packages: ReturnPackage[];
  readonly customerReturns: CustomerReturn[];
}

export interface LookupService {
  /** The lines that a code means; none where it is not known. */
  listLines(code: string): Promise<TrackingRow[]>;
  find(code: string): Promise<Found>;
}

/** Reads a carrier's barcode, or the LPN on a returned unit. */
export function createLookupService({ db }: { db: Database }): LookupService {
  const returnsOf = async (code: string) => (isLpn(normaliseCode(code)) ? listCustomerReturns(db, normaliseCode(code)) : []);
  return {
    async listLines(code) {
      const lines = await listLinesOfPackage(db, trackingCandidates(code));
      if (lines.length > 0) return lines;
      const [unit] = await returnsOf(code);
      return unit === undefined ? [] : listLinesOfReturn(db, { fnsku: unit.fnsku, since: unit.returned_at });
    },

    async find(code) {
      const [packages, units] = await Promise.all([listPackages(db, trackingCandidates(code)), returnsOf(code)]);
      return { packages, customerReturns: units.map((unit) => ({ ...unit, returned_at: utcText(unit.returned_at) })) };
    },
  };
}
