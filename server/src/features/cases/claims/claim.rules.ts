import { CASE_STATUSES, type CaseStatus } from '@stowage/contract/cases/case-statuses';
import type { ClaimType } from '@stowage/contract/cases/cases';
import { addDays } from '@stowage/contract/formats/day';
import { lineCents, moneyOf } from '@stowage/contract/formats/money';

export interface Window {
  readonly opensAfterDays: number;
  readonly closesAfterDays: number;
}

export function claimClock(startsOn: string, { opensAfterDays, closesAfterDays }: Window): { startsOn: string; opensOn: string; dueOn: string } {
  return { startsOn, opensOn: addDays(startsOn, opensAfterDays), dueOn: addDays(startsOn, closesAfterDays) };
}

export function isDecided(status: CaseStatus): boolean {
  return CASE_STATUSES.indexOf(status) >= CASE_STATUSES.indexOf('Resolved-Inventory or Refund Processed');
}

/** The usual kind of claim: most units were received, or were missing, in a removal's box. */
export const USUAL_CLAIM: ClaimType = 'REMOVAL_OTHER';

/** The status of a case after all its photos were uploaded. */
export function statusAfterPhotos(status: CaseStatus, hasMarketplaceCase: boolean): CaseStatus {
  if (status !== 'Need additional photos') return status;
  return hasMarketplaceCase ? 'Working' : 'Pending Case Creation';
}

/** Multiplies a unit cost, which has up to four decimals, and rounds the product to cents, half away from zero. */
export function expectedDollars(cost: string | null, quantity: number): string | null {
  return cost === null ? null : moneyOf(lineCents(quantity, cost));
}
