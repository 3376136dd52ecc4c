import { utcDay } from '../formats/day.ts';
import { wallClock } from '../formats/time-zones/wall-clock.ts';

/** The days of claims: those of Amazon in the United States. A day of UTC may be the next one already, and the last day then be too late. */
export const CLAIM_ZONE = 'America/Los_Angeles';

/** The day of a claim's deadlines at a moment: `2026-11-20`. */
export function claimDay(moment: Date): string {
  return utcDay(wallClock(moment, CLAIM_ZONE));
}
