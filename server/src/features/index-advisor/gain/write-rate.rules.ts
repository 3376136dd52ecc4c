import { HOUR_MS } from '@stowage/contract/formats/durations';

/** The number of rows written to a table from the start of the statistics to a moment. */
export interface WriteCount {
  readonly at: Date;
  readonly writes: number;
}

/** The server's current statistics of a table. */
export interface WrittenRows {
  /** The age of the statistics. */
  readonly hours: number;
  readonly writes: number;
  /** The inserted rows that still exist. */
  readonly loaded: number;
}

/** The rate is based on the stored counts once there are this many intervals between them. */
const MIN_INTERVALS = 2;

/**
 * The usual number of rows written per hour. A single bulk load does not count: with several intervals between stored counts,
 * the busiest one is ignored; without them, inserted rows that still exist are ignored.
 * @param counts oldest first
 */
export function writesPerHour({ hours, writes, loaded }: WrittenRows, counts: readonly WriteCount[]): number {
  const intervals = counts.slice(1).map(({ at, writes: until }, index) => {
    const before = counts[index] ?? { at, writes: until };
    return { hours: (at.getTime() - before.at.getTime()) / HOUR_MS, writes: Math.max(0, until - before.writes) };
  });
  if (intervals.length < MIN_INTERVALS) return Math.max(0, writes - loaded) / hours;
  const [, ...usual] = intervals.toSorted((one, other) => other.writes - one.writes);
  const total = usual.reduce((sum, one) => ({ writes: sum.writes + one.writes, hours: sum.hours + one.hours }));
  return total.writes / Math.max(total.hours, 1 / 60);
}
