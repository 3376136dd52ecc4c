import { AppError } from './app-error.ts';
import type { Clock } from './clock.ts';

/**
 * Counts calls per key in fixed windows, in this process's memory: a guard against floods, not exact accounting.
 * @returns a function that throws AppError `rate_limited` when a key exceeds the limit
 */
export function createRateLimit({ clock, limit, windowMs }: { clock: Clock; limit: number; windowMs: number }): (key: string) => void {
  let counts = new Map<string, number>();
  let windowEndsAt = 0;
  return (key) => {
    const now = clock.now().getTime();
    if (now >= windowEndsAt) {
      counts = new Map();
      windowEndsAt = now + windowMs;
    }
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count > limit) throw new AppError('rate_limited', 'Too many calls. Please wait.', { retryAfterSeconds: (windowEndsAt - now) / 1000 });
  };
}
