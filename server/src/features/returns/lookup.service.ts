import { isLpn, normalizeCode } from '@stowage/contract/catalog/identifiers';
import { trackingCandidates } from '@stowage/contract/orders/tracking-numbers';
import type { CustomerReturn, ReturnPackage, TrackingRow } from '@stowage/contract/returns/packages';
import type { Database } from '../../platform/database/connection/connect.ts';
import { utcText } from '../../platform/formats/utc-text.ts';
import { listLinesOfPackage, listLinesOfReturn } from './line.read-model.ts';
import { listCustomerReturns, listOpenPackages, listPackages } from './package.read-model.ts';
import { sumProcessed } from './processed.read-model.ts';

export type LookupService = ReturnType<typeof createLookupService>;

/** Looks up a carrier's barcode, or the LPN of a returned unit. */
export function createLookupService({ db }: { db: Database }) {
  const returnsOf = async (code: string) => (isLpn(normalizeCode(code)) ? listCustomerReturns(db, normalizeCode(code)) : []);
  return {
    /** The lines of a code's package; for an LPN, the lines to which its unit may belong. */
    async listLines(code: string): Promise<TrackingRow[]> {
      const lines = await listLinesOfPackage(db, trackingCandidates(code));
      if (lines.length > 0) return lines;
      const [unit] = await returnsOf(code);
      return unit === undefined ? [] : listLinesOfReturn(db, { fnsku: unit.fnsku, since: unit.returned_at });
    },

    /** The packages that a code can mean, and the customer returns with this LPN. */
    async find(code: string): Promise<{ packages: ReturnPackage[]; customer_returns: CustomerReturn[] }> {
      const [packages, units] = await Promise.all([listPackages(db, trackingCandidates(code)), returnsOf(code)]);
      return { packages, customer_returns: units.map((unit) => ({ ...unit, returned_at: utcText(unit.returned_at) })) };
    },
  };
}

/** The arrived packages with remaining units, newest first. */
export function listPackagesToProcess(db: Database): Promise<ReturnPackage[]> {
  return listOpenPackages(db);
}

/** The number of returned units that got a disposition in a time span, without voided decisions. */
export function sumProcessedUnits(db: Database, span: { from: Date; to: Date }): Promise<number> {
  return sumProcessed(db, span);
}
