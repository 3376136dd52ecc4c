import { MarketplaceError } from '../marketplace-error.ts';

const OPENS_AFTER_FAILURES = 12;
const STAYS_OPEN_MS = 15_000;

/**
 * After a row of failures without any answer in between, the marketplace is left alone for a while: calls fail at once,
 * and jobs try again later. After the pause one call may try.
 */
export function createCircuitBreaker(now: () => number) {
  let failures = 0;
  let openUntil = 0;
  return {
    /** @throws MarketplaceError `unavailable` while the marketplace is left alone */
    check(operation: string): void {
      if (now() >= openUntil) return;
      throw new MarketplaceError(`${operation}: the marketplace has not answered for a while and is left alone for now`, { kind: 'unavailable', operation });
    },
    answered(): void {
      failures = 0;
      openUntil = 0;
    },
    failed(): void {
      failures += 1;
      if (failures >= OPENS_AFTER_FAILURES) openUntil = now() + STAYS_OPEN_MS;
    },
    isOpen: () => now() < openUntil,
  };
}
