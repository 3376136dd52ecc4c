/** The reduction in percent; 0 for an increase. */
export function gainPercent(before: number, after: number): number {
  return before <= 0 ? 0 : Math.max(0, 100 * (1 - after / before));
}

/** The mean of gains, weighted by time; undefined without any. */
export function weightedGain(gains: readonly { readonly totalMs: number; readonly percent: number }[]): number | undefined {
  const all = gains.reduce((sum, { totalMs }) => sum + totalMs, 0);
  return all === 0 ? undefined : gains.reduce((sum, { totalMs, percent }) => sum + (totalMs / all) * percent, 0);
}

const PAGE_BYTES = 8_192;
const BTREE_FILL = 0.9;
const ENTRY_BYTES = 12;
const TRIGRAM_FACTOR = 1.5;

/** The estimated size of an index. */
export function indexBytes({ rows, keyWidth, method }: { rows: number; keyWidth: number; method: 'btree' | 'gin' }): number {
  const aligned = Math.ceil(keyWidth / 8) * 8;
  const bytes = method === 'gin' ? rows * keyWidth * TRIGRAM_FACTOR : (rows * (aligned + ENTRY_BYTES)) / BTREE_FILL;
  return Math.max(2, Math.ceil(bytes / PAGE_BYTES)) * PAGE_BYTES;
}

/** The cost of maintaining one index entry per written row: measured at 5 to 20 µs for a btree in memory. */
const ENTRY_MS = { btree: 0.02, gin: 0.2 } as const;

/** Whether the writes would cost more time than the reads save. */
export function costsMoreThanItSaves(index: { writesPerHour: number; method: 'btree' | 'gin'; savedMsPerHour: number }): boolean {
  return index.writesPerHour * ENTRY_MS[index.method] > index.savedMsPerHour;
}

const RANDOM_PAGE_COST = 4;
const ROW_COST = 0.0175;

/** A rough estimate with the planner's formula for rows scattered over a table (Mackert and Lohman). */
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

/** The counts of one query ID. */
export interface CountedId extends Counted {
  readonly key: string;
  /** The start of the counts. */
  readonly since: string;
  /** The number of evicted statements, on servers that do not report the start per statement; otherwise null. */
  readonly evictions: number | null;
}

/**
 * The counts since an earlier reading `at`. After a reset of an ID, all its counts are newer.
 * @returns undefined when the difference is unknown
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

/** The reduction of the mean time in percent, weighted by the time before; negative when statements became slower. */
export function measuredGain(statements: readonly { readonly before: Counted; readonly after: Counted }[]): number | undefined {
  const known = statements.filter(({ before, after }) => before.calls > 0 && before.totalMs > 0 && after.calls > 0);
  return weightedGain(
    known.map(({ before, after }) => ({ totalMs: before.totalMs, percent: 100 * (1 - after.totalMs / after.calls / (before.totalMs / before.calls)) })),
  );
}
