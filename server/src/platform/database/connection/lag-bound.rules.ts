/** Positions that are remembered; more than the bound needs. */
const REMEMBERED = 60;

/**
 * The longest time by which a standby can be behind, by the times at which this process saw the primary's positions in the
 * write-ahead log. Clocks of other machines play no part, and a primary that writes nothing makes no standby look late.
 */
export function createLagBound() {
  const written: { readonly position: number; readonly atMs: number }[] = [];
  return {
    /** The primary had written so far at that time. */
    noteWritten(position: number, atMs: number): void {
      written.push({ position, atMs });
      if (written.length > REMEMBERED) written.shift();
    },
    /** @returns milliseconds since the newest remembered position that was replayed; infinite when none was */
    lagAt(replayed: number, nowMs: number): number {
      const seen = written.findLast(({ position }) => position <= replayed);
      return seen === undefined ? Number.POSITIVE_INFINITY : nowMs - seen.atMs;
    },
  };
}
