import { useState } from 'react';
import type { QueuedScan } from './scan-queue.ts';

interface RecordedScan {
  readonly client_scan_id: string | null;
}

/**
 * What the server recorded of this device's scans. A row stays known when newer scans of other stations push it off its page: what it
 * says of a scan, such as "over", must not turn into a plain success.
 * @param page the newest rows
 */
export function useRowsOfScans<R extends RecordedScan>(page: readonly R[], scans: readonly QueuedScan[]): (scan: QueuedScan) => R | undefined {
  const [known, setKnown] = useState<ReadonlyMap<string, R>>(new Map());
  const own = new Set(scans.map(({ id }) => id));
  const recorded = new Map<string, R>();
  for (const row of page) {
    const id = row.client_scan_id;
    if (id !== null && own.has(id) && !recorded.has(id)) recorded.set(id, row);
  }
  if ([...recorded].some(([id, row]) => known.get(id) !== row)) setKnown(new Map([...known, ...recorded]));
  return ({ id }) => known.get(id);
}
