import { AppError } from '../app-error.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connection/connect.ts';
import { addCalls, CLOCKS_DIFFER_MS, deleteEndedWindows } from './rate-limit.repository.ts';

interface Options {
  readonly db: Database;
  readonly clock: Clock;
  /** What is counted, such as `fee-lookup`. */
  readonly name: string;
  readonly limit: number;
  readonly windowMs: number;
}

/** Calls that this process may still let through without asking. */
interface Permits {
  left: number;
  /** Whether the window is used up: nothing more is granted until its end. */
  readonly isLast: boolean;
  readonly until: number;
}

/** A process takes this share of a high limit at once, so that a frequent call rarely costs a statement. */
const SHARE = 0.01;

/**
 * Counts calls per key in fixed windows, for all processes together: a guard against floods, not exact accounting.
 * @returns a function that throws AppError `rate_limited` when a key exceeds the limit
 */
export function createRateLimit({ db, clock, name, limit, windowMs }: Options): (key: string) => Promise<void> {
  const block = Math.max(1, Math.floor(limit * SHARE));
  let permits = new Map<string, Permits>();
  /** Shares that are being taken: calls that arrive together wait for one share, and don't each take their own. */
  const taken = new Map<string, Promise<void>>();
  let pruneAt = 0;
  const prune = async (now: number) => {
    if (now < pruneAt) return;
    pruneAt = now + windowMs;
    permits = new Map([...permits].filter(([, { until }]) => until > now));
    await deleteEndedWindows(db, name, new Date(now));
  };
  const take = async (key: string, now: number): Promise<void> => {
    await prune(now);
    const { calls, windowEndsAt } = await addCalls(db, { name, key, calls: block, now: new Date(now), windowEndsAt: new Date(now + windowMs) });
    const until = windowEndsAt.getTime();
    const granted = Math.min(block, limit - (calls - block));
    if (block > 1) permits.set(key, { left: Math.max(0, granted), isLast: granted <= 0, until });
    else if (granted <= 0) refuse(until, now);
  };
  const count = async (key: string): Promise<void> => {
    const now = clock.now().getTime();
    // A share for one call is a call.
    if (block === 1) return take(key, now);
    const known = permits.get(key);
    if (known !== undefined && known.until > now && known.until <= now + windowMs + CLOCKS_DIFFER_MS) {
      if (known.left > 0) {
        known.left -= 1;
        return;
      }
      if (known.isLast) refuse(known.until, now);
    }
    const running = taken.get(key) ?? take(key, now).finally(() => taken.delete(key));
    taken.set(key, running);
    await running;
    return count(key);
  };
  return count;
}

function refuse(until: number, now: number): never {
  throw new AppError('rate_limited', 'Too many calls. Please wait.', { retryAfterSeconds: (until - now) / 1000 });
}
