import type { Database } from '../../../platform/database/connection/connect.ts';
import { listCountDifferences } from './stock-replay.repository.ts';

/** Replays the ledger. @returns the number of counts and totals that differ from it; 0 proves that the stock is consistent */
export async function countLedgerDifferences(db: Database): Promise<number> {
  return (await listCountDifferences(db)).length;
}
