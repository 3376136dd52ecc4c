import { MarketplaceError } from '../marketplace-error.ts';

const OPENS_AFTER_FAILURES = 12;
const STAYS_OPEN_MS = 15_000;

/**
 * Opens after several consecutive failures without an answer: calls then fail immediately, and jobs retry later. After a pause,
 * calls are tried again.
 */
export function createCircuitBreaker(now: () => number) {
  let failures = 0;
  let openUntil = 0;
  return {
    /** @throws MarketplaceError `unavailable` while the circuit is open */
    check(operation: string): void {
      if (now() >= openUntil) return;
      throw new MarketplaceError(`${operation}: the marketplace does not answer; calls are paused for a moment`, {
        kind: 'unavailable',
        operation,
        isUnsent: true,
      });
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
