import { DASHBOARD_CACHE_MS } from '@stowage/contract/dashboard/dashboard';
import type { Clock } from '../../platform/clock.ts';
import { createConcurrencyLimit } from '../../platform/concurrency-limit.ts';

/** Limits the memory, because callers choose the time zone in the key. */
const MAX_ENTRIES = 500;
/** The number of connections that the dashboard uses. Scans share the pool. */
const CONCURRENCY = 4;

export type PartCache = ReturnType<typeof createPartCache>;

/** Caches parts of the dashboard for 30 seconds. Concurrent callers share one computation. */
export function createPartCache(clock: Clock) {
  const limited = createConcurrencyLimit(CONCURRENCY);
  const entries = new Map<string, { source: string; until: number; value: Promise<unknown> }>();
  return {
    /** @param source the part or kind by which `drop` finds the entry */
    read<T>(source: string, key: string, work: () => Promise<T>): Promise<T> {
      const now = clock.now().getTime();
      const known = entries.get(key);
      if (known !== undefined && now < known.until) return known.value as Promise<T>;
      const entry = { source, until: now + DASHBOARD_CACHE_MS, value: limited(work) };
      entries.delete(key);
      entries.set(key, entry);
      for (const oldest of entries.keys()) if (entries.size > MAX_ENTRIES) entries.delete(oldest);
      // Failures are not cached.
      entry.value.catch(() => entries.get(key) === entry && entries.delete(key));
      return entry.value;
    },
    /** Removes the entries of the sources, or all. */
    drop(sources?: readonly string[]): void {
      for (const [key, { source }] of entries) if (sources === undefined || sources.includes(source)) entries.delete(key);
    },
  };
}
