import { CASE_STATUSES, type CaseStatus } from '@stowage/contract/cases/case-statuses';
import type { ClaimType } from '@stowage/contract/cases/cases';
import { DAY_MS } from '@stowage/contract/formats/durations';

export interface Window {
  readonly opensAfterDays: number;
  readonly closesAfterDays: number;
}

/** The plain date so many days after another. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

export function claimClock(startsOn: string, { opensAfterDays, closesAfterDays }: Window): { startsOn: string; opensOn: string; dueOn: string } {
  return { startsOn, opensOn: addDays(startsOn, opensAfterDays), dueOn: addDays(startsOn, closesAfterDays) };
}

/** A case that is decided waits for nobody. */
export function isDecided(status: CaseStatus): boolean {
  return CASE_STATUSES.indexOf(status) >= CASE_STATUSES.indexOf('Resolved-Inventory or Refund Processed');
}

/** What kind of claim units of a disposition usually are: all of them came, or failed to come, in a removal's box. */
export const USUAL_CLAIM: ClaimType = 'REMOVAL_OTHER';

/** Where a case stands whose photos are all there. */
export function statusAfterPhotos(status: CaseStatus, hasMarketplaceCase: boolean): CaseStatus {
  if (status !== 'Need additional photos') return status;
  return hasMarketplaceCase ? 'Working' : 'Pending Case Creation';
}

/** Cents of a unit's cost, which has up to four decimals, for so many units. Rounded once, at the end. */
export function expectedDollars(cost: string | null, quantity: number): string | null {
  return cost === null ? null : (Math.round(Number(cost) * 10_000 * quantity) / 10_000).toFixed(2);
}
