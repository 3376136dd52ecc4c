/** How many rows of a table had been written at a moment, since the server counts. */
export interface WriteCount {
  readonly at: Date;
  readonly writes: number;
}

/** What the server says of a table now. */
export interface WrittenRows {
  /** Since when it counts. */
  readonly hours: number;
  readonly writes: number;
  /** How many of the rows that were put in are still there. */
  readonly loaded: number;
}

const HOUR_MS = 60 * 60 * 1000;
/** From so many stretches between two counts on they say what is usual. */
const ENOUGH_STRETCHES = 2;

/**
 * How many rows an hour usually brings, so that loading a table once is not taken for its daily work. Between the counts of
 * several nights the busiest stretch is left aside. Before there are any, rows that were put in and are still there may all
 * have come at once: only what was changed, deleted or is gone again counts.
 * @param counts oldest first
 */
export function writesPerHour({ hours, writes, loaded }: WrittenRows, counts: readonly WriteCount[]): number {
  const stretches = counts.slice(1).map(({ at, writes: until }, nth) => {
    const before = counts[nth] ?? { at, writes: until };
    return { hours: (at.getTime() - before.at.getTime()) / HOUR_MS, writes: Math.max(0, until - before.writes) };
  });
  if (stretches.length < ENOUGH_STRETCHES) return Math.max(0, writes - loaded) / hours;
  const busiest = Math.max(...stretches.map((one) => one.writes));
  const usual = stretches.toSpliced(
    stretches.findIndex((one) => one.writes === busiest),
    1,
  );
  const sum = (of: (one: (typeof usual)[number]) => number) => usual.reduce((total, one) => total + of(one), 0);
  return (
    sum((one) => one.writes) /
    Math.max(
      sum((one) => one.hours),
      1 / 60,
    )
  );
}
