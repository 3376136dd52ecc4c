import { AsyncLocalStorage } from 'node:async_hooks';
import { standbyRetries } from '../../metrics/metrics.ts';

/** What the running code uses connections for. */
interface ConnectionUse {
  /** An export may take minutes, and must not hold the connections of scans. */
  readonly isExport: boolean;
  /** Set while an answer may be some seconds old. */
  readonly standby: StandbyUse | undefined;
}

interface StandbyUse {
  /** Whether a connection to the standby was used. */
  wasUsed: boolean;
}

const uses = new AsyncLocalStorage<ConnectionUse>();
const PLAIN: ConnectionUse = { isExport: false, standby: undefined };

export function connectionUse(): ConnectionUse {
  return uses.getStore() ?? PLAIN;
}

/** Runs work that reads for an export, on the connections of exports. */
export function forExport<T>(work: () => T): T {
  return uses.run({ ...connectionUse(), isExport: true }, work);
}

/** The same parts, each read for an export. */
export function partsForExport<T>(parts: AsyncIterable<T>): AsyncIterable<T> {
  return partsWithin(forExport, parts);
}

/**
 * Runs a read whose answer may be some seconds old, on a standby if there is one. Any failure there is tried again on the
 * primary: a standby may cancel a read, or not have a new record yet. So the work must write nothing.
 */
export async function mayLag<T>(read: () => Promise<T>): Promise<T> {
  const use = connectionUse();
  const standby: StandbyUse = { wasUsed: false };
  try {
    return await uses.run({ ...use, standby }, read);
  } catch (error) {
    if (!standby.wasUsed) throw error;
    standbyRetries.inc();
    return uses.run({ ...use, standby: undefined }, read);
  }
}

/** The same parts, each of which may be some seconds old. A failure after the first part is not tried again: parts were sent. */
export function partsThatMayLag<T>(parts: AsyncIterable<T>): AsyncIterable<T> {
  return partsWithin((work) => uses.run({ ...connectionUse(), standby: { wasUsed: false } }, work), parts);
}

/** A generator runs in the context of the code that requests its next part. */
async function* partsWithin<T>(within: <R>(work: () => R) => R, parts: AsyncIterable<T>): AsyncIterable<T> {
  const iterator = within(() => parts[Symbol.asyncIterator]());
  try {
    for (;;) {
      const { done, value } = await within(() => iterator.next());
      if (done) return;
      yield value;
    }
  } finally {
    await within(() => iterator.return?.());
  }
}
