import { createBatches } from './batches.ts';

/**
 * Reads once for calls that arrive together: while a read is under way, further calls with its key wait and share the next one. So an
 * answer has everything that was committed before its call arrived. A call that arrives alone reads immediately.
 */
export function createSharedReads<T>(): (key: string, read: () => Promise<T>) => Promise<T> {
  const shared = new Map<string, { readonly join: (read: () => Promise<T>) => Promise<T>; callers: number }>();
  return async (key, read) => {
    const one = shared.get(key) ?? { join: createBatches(Number.POSITIVE_INFINITY, readOnce<T>), callers: 0 };
    shared.set(key, one);
    one.callers++;
    try {
      return await one.join(read);
    } finally {
      one.callers--;
      if (one.callers === 0) shared.delete(key);
    }
  };
}

async function readOnce<T>(reads: readonly (() => Promise<T>)[]): Promise<PromiseSettledResult<T>[]> {
  const [result] = await Promise.allSettled(reads.slice(0, 1).map((read) => read()));
  return result === undefined ? [] : reads.map(() => result);
}
