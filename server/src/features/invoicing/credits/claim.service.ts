import type { Database } from '../../../platform/database/connect.ts';
import * as claims from './claim.repository.ts';

/** Updates what the vendor owes of lines by the claims that stand. The lines' orders are locked. */
export function claimCredits(tx: Database, lineIds: readonly number[]): Promise<void> {
  return claims.writeClaims(tx, lineIds);
}

/** Withdraws the credits that decisions claimed, as far as the vendor has not answered. */
export function withdrawClaims(tx: Database, decisionIds: readonly number[]): Promise<void> {
  return claims.withdrawClaims(tx, decisionIds);
}
