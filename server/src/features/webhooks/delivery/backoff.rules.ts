import { HOUR_MS, MINUTE_MS } from '@stowage/contract/formats/durations';
import { GIVE_UP_HOURS } from '@stowage/contract/webhooks/webhooks';

const STEPS_MS = [5_000, 30_000, 2 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS];
const LONGEST_MS = 30 * MINUTE_MS;

/** How long to wait after the nth failure in a row: 5 seconds at first, half an hour at most. */
export function waitAfter(failures: number): number {
  return STEPS_MS[failures - 1] ?? LONGEST_MS;
}

export function isGivenUp(since: Date | null, now: Date): boolean {
  return since !== null && now.getTime() - since.getTime() >= GIVE_UP_HOURS * HOUR_MS;
}
