import type { QueuedScan } from './scan-queue.ts';

/** The number of finished scans in the list. The screen's history has the saved ones too; a rejected code is nowhere else. */
const SHOWN = { done: 12, refused: 200 } as const;

/** Removes all but the newest finished scans. */
export function withoutOld<S extends QueuedScan>(scans: readonly S[]): readonly S[] {
  const left: { done: number; refused: number } = { ...SHOWN };
  return scans.filter(({ state }) => {
    if (state !== 'done' && state !== 'refused') return true;
    left[state] -= 1;
    return left[state] >= 0;
  });
}

/** Parses a stored scan; undefined when it is damaged. */
export function readScan<S extends QueuedScan>(stored: string | null): S | undefined {
  try {
    const scan = JSON.parse(stored ?? '') as S;
    return typeof scan.id === 'string' && typeof scan.code === 'string' ? scan : undefined;
  } catch {
    return undefined;
  }
}
