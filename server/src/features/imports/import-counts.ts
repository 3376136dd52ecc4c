import * as z from 'zod';

/** The outcomes of the rows of an import. The run's log lists rejected rows with their reasons. */
export const importCounts = z.object({ read: z.number(), new: z.number(), changed: z.number(), unchanged: z.number(), rejected: z.number() });
export type ImportCounts = z.infer<typeof importCounts>;

export const NO_COUNTS: ImportCounts = { read: 0, new: 0, changed: 0, unchanged: 0, rejected: 0 };

/** The number of new rows and of rows with changed values. */
export interface Saved {
  readonly added: number;
  readonly changed: number;
}

/** Adds the counts of a batch. `valid` are the rows that were not rejected. */
export function withBatch(counts: ImportCounts, { saved, valid, rejected }: { saved: Saved; valid: number; rejected: number }): ImportCounts {
  return {
    read: counts.read + valid + rejected,
    new: counts.new + saved.added,
    changed: counts.changed + saved.changed,
    unchanged: counts.unchanged + valid - saved.added - saved.changed,
    rejected: counts.rejected + rejected,
  };
}
