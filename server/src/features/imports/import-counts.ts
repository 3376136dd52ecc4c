import * as z from 'zod';

/** What became of the rows of an import; a rejected one is in the run's log with its reason. */
export const importCounts = z.object({ read: z.number(), new: z.number(), changed: z.number(), unchanged: z.number(), rejected: z.number() });
export type ImportCounts = z.infer<typeof importCounts>;

export const NO_COUNTS: ImportCounts = { read: 0, new: 0, changed: 0, unchanged: 0, rejected: 0 };

/** How many rows were not there before, and how many said something else. */
export interface Saved {
  readonly added: number;
  readonly changed: number;
}

/** Adds a batch of which so many rows were kept and so many refused. */
export function withBatch(counts: ImportCounts, { saved, kept, rejected }: { saved: Saved; kept: number; rejected: number }): ImportCounts {
  return {
    read: counts.read + kept + rejected,
    new: counts.new + saved.added,
    changed: counts.changed + saved.changed,
    unchanged: counts.unchanged + kept - saved.added - saved.changed,
    rejected: counts.rejected + rejected,
  };
}
