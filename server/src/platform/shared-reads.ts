import { createBatches } from './batches.ts';

interface Shared<T> {
  readonly join: (read: () => Promise<T>) => Promise<T>;
  callers: number;
  /** Whether one of the callers reads for itself. */
  hasOwnRead: boolean;
}

/**
 * Reads once for calls that arrive together: while a read is under way, further calls with its key wait and share the next one. So an
 * answer has everything that was committed before its call arrived. One or two callers read immediately: to wait for each other would
 * only make both slower.
 */
export function createSharedReads<T>(): (key: string, read: () => Promise<T>) => Promise<T> {
  const shared = new Map<string, Shared<T>>();
  return async (key, read) => {
    const one = shared.get(key) ?? { join: createBatches(Number.POSITIVE_INFINITY, readOnce<T>), callers: 0, hasOwnRead: false };
    shared.set(key, one);
    one.callers++;
    const readsForItself = !one.hasOwnRead && one.callers <= 2;
    if (readsForItself) one.hasOwnRead = true;
    try {
      return await (readsForItself ? read() : one.join(read));
    } finally {
      if (readsForItself) one.hasOwnRead = false;
      one.callers--;
      if (one.callers === 0) shared.delete(key);
    }
  };
}

async function readOnce<T>(reads: readonly (() => Promise<T>)[]): Promise<PromiseSettledResult<T>[]> {
  const [result] = await Promise.allSettled(reads.slice(0, 1).map((read) => read()));
  return result === undefined ? [] : reads.map(() => result);
}
