import { DASHBOARD_CACHE_MS } from '@stowage/contract/dashboard/dashboard';
import type { Clock } from '../../platform/clock.ts';
import { createConcurrencyLimit } from '../../platform/concurrency-limit.ts';

/** More are not kept: whoever asks for ever other time zones must not fill the memory. */
const MAX_KEPT = 500;
/** What is worked out at once: the dashboard takes few of the pool's connections, since scans need them too. */
const AT_ONCE = 4;

export interface PartCache {
  /** What is kept under a key, at most 30 seconds old; worked out once for all who ask at the same time. @param source what it follows from, by which it is dropped */
  read<T>(source: string, key: string, work: () => Promise<T>): Promise<T>;
  /** Forgets what follows from these; all, where none are named. */
  drop(sources?: readonly string[]): void;
}

export function createPartCache(clock: Clock): PartCache {
  const inTurn = createConcurrencyLimit(AT_ONCE);
  const kept = new Map<string, { source: string; until: number; value: Promise<unknown> }>();
  return {
    read<T>(source: string, key: string, work: () => Promise<T>): Promise<T> {
      const now = clock.now().getTime();
      const known = kept.get(key);
      if (known !== undefined && now < known.until) return known.value as Promise<T>;
      const entry = { source, until: now + DASHBOARD_CACHE_MS, value: inTurn(work) };
      kept.delete(key);
      kept.set(key, entry);
      for (const oldest of kept.keys()) if (kept.size > MAX_KEPT) kept.delete(oldest);
      // A failure is nobody's answer but theirs who asked for it.
      entry.value.catch(() => kept.get(key) === entry && kept.delete(key));
      return entry.value;
    },
    drop(sources) {
      for (const [key, { source }] of kept) if (sources === undefined || sources.includes(source)) kept.delete(key);
    },
  };
}
