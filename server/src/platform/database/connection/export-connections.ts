import { AsyncLocalStorage } from 'node:async_hooks';

const exporting = new AsyncLocalStorage<true>();

/** Whether the running code reads for an export, which has connections of its own: it may take minutes, and must not hold those of scans. */
export function isExporting(): boolean {
  return exporting.getStore() === true;
}

/** Runs work that reads for an export. */
export function forExport<T>(work: () => T): T {
  return exporting.run(true, work);
}

/** The same parts, each read for an export: a generator runs in the context of the code that requests its next part. */
export async function* partsForExport<T>(parts: AsyncIterable<T>): AsyncIterable<T> {
  const iterator = forExport(() => parts[Symbol.asyncIterator]());
  try {
    for (;;) {
      const { done, value } = await forExport(() => iterator.next());
      if (done) return;
      yield value;
    }
  } finally {
    await forExport(() => iterator.return?.());
  }
}
