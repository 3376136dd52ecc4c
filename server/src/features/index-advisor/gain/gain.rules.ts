/** By how much less something takes, in percent; 0 where it takes more. */
export function gainPercent(before: number, after: number): number {
  return before <= 0 ? 0 : Math.max(0, 100 * (1 - after / before));
}

/** The mean of gains, each counted by the time that it is about; undefined when none is known. */
export function weightedGain(gains: readonly { readonly totalMs: number; readonly percent: number }[]): number | undefined {
  const all = gains.reduce((sum, { totalMs }) => sum + totalMs, 0);
  return all === 0 ? undefined : gains.reduce((sum, { totalMs, percent }) => sum + (totalMs / all) * percent, 0);
}

const PAGE_BYTES = 8_192;
const BTREE_FILL = 0.9;
const ENTRY_BYTES = 12;
const TRIGRAM_FACTOR = 1.5;

/** About how large an index would be. */
export function indexBytes({ rows, keyWidth, method }: { rows: number; keyWidth: number; method: 'btree' | 'gin' }): number {
  const aligned = Math.ceil(keyWidth / 8) * 8;
  const bytes = method === 'gin' ? rows * keyWidth * TRIGRAM_FACTOR : (rows * (aligned + ENTRY_BYTES)) / BTREE_FILL;
  return Math.max(2, Math.ceil(bytes / PAGE_BYTES)) * PAGE_BYTES;
}

/** What keeping one entry costs whoever writes a row: measured at 5 to 20 µs for a btree in memory. */
const ENTRY_MS = { btree: 0.02, gin: 0.2 } as const;

/** Whether it would cost the writers more than it saves the readers. */
export function costsMoreThanItSaves({
  writesPerHour,
  method,
  savedMsPerHour,
}: {
  writesPerHour: number;
  method: 'btree' | 'gin';
  savedMsPerHour: number;
}): boolean {
  return writesPerHour * ENTRY_MS[method] > savedMsPerHour;
}

const RANDOM_PAGE_COST = 4;
const ROW_COST = 0.0175;

/** The planner's own formula for rows scattered over a table, each fetched from its page (Mackert and Lohman), as a rough estimate. */
export function roughScanCost({ matching, tableBytes }: { matching: number; tableBytes: number }): number {
  const pages = Math.max(1, tableBytes / PAGE_BYTES);
  const fetched = Math.min(pages, (2 * pages * matching) / (2 * pages + matching));
  return RANDOM_PAGE_COST * (2 + fetched) + ROW_COST * matching;
}

export interface Counted {
  readonly calls: number;
  readonly totalMs: number;
}

export function sumOf(counted: readonly Counted[]): Counted {
  return counted.reduce((sum, { calls, totalMs }) => ({ calls: sum.calls + calls, totalMs: sum.totalMs + totalMs }), { calls: 0, totalMs: 0 });
}

/** What the server counted under one id. */
export interface CountedId extends Counted {
  readonly key: string;
  /** Since when. */
  readonly since: string;
  /** How often the server had forgotten statements by then, where it does not say since when it counts each; else null. */
  readonly evictions: number | null;
}

/**
 * What was counted since a moment at which it stood at `at`, each id by itself: one that the server began anew meanwhile has
 * all of its counts since.
 * @returns undefined where nobody can say
 */
export function countedSince(at: readonly CountedId[], now: readonly CountedId[]): Counted | undefined {
  const parts = now.map((one) => {
    const then = at.find(({ key }) => key === one.key);
    const isNew = then === undefined || then.since !== one.since || one.calls < then.calls || one.totalMs < then.totalMs;
    if (isNew) return one;
    if (then.evictions !== one.evictions) return undefined;
    return { calls: one.calls - then.calls, totalMs: one.totalMs - then.totalMs };
  });
  return parts.some((part) => part === undefined) ? undefined : sumOf(parts.flatMap((part) => part ?? []));
}

/** By how much statements became quicker, in percent, each counted by the time that it took before; below 0 they became slower. */
export function measuredGain(statements: readonly { readonly before: Counted; readonly after: Counted }[]): number | undefined {
  const known = statements.filter(({ before, after }) => before.calls > 0 && before.totalMs > 0 && after.calls > 0);
  return weightedGain(
    known.map(({ before, after }) => ({ totalMs: before.totalMs, percent: 100 * (1 - after.totalMs / after.calls / (before.totalMs / before.calls)) })),
  );
}
