import type { Database } from '../../../platform/database/connection/connect.ts';
import * as claims from './claim.repository.ts';

/** Brings the credits of lines in line with their valid claims. The lines' orders are locked. */
export async function claimCredits(tx: Database, lineIds: readonly number[]): Promise<void> {
  await claims.upsertClaims(tx, lineIds);
  await claims.withdrawOutdated(tx, lineIds);
}

/** Withdraws the credits of voided decisions. A credit that the vendor has answered doesn't change. */
export async function withdrawClaims(tx: Database, decisionIds: readonly number[]): Promise<void> {
  if (decisionIds.length > 0) await claims.withdrawCreditsOf(tx, decisionIds);
}
