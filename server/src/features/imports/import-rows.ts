import * as z from 'zod';
import type { TableRow } from '../../integrations/marketplace/formats/report-table.ts';
import type { JobContext } from '../jobs/index.ts';
import type { ImportCounts, Saved } from './import-counts.ts';
import type { Parsed, ReadColumn } from './reports/report-row.rules.ts';

interface RowImport<Row> {
  readonly parse: (get: ReadColumn) => Parsed<Row>;
  /** What makes two rows of a report the same one. */
  readonly keyOf: (row: Row) => string;
  /** Hears of every row that is kept. */
  readonly onKept?: (row: Row) => void;
  readonly save: (rows: readonly Row[]) => Promise<Saved>;
}

/** What the attempts at one report have saved, and how many refused rows they told of. */
export const kept = z.object({ added: z.number(), changed: z.number(), told: z.number() });
type Kept = z.infer<typeof kept>;
const NOTHING_KEPT: Kept = { added: 0, changed: 0, told: 0 };

export interface ImportOptions {
  readonly context: Pick<JobContext, 'log' | 'progress' | 'remember'>;
  readonly counts: ImportCounts;
  readonly earlier?: Kept | undefined;
}

/** Big enough that a statement's fixed costs vanish, small enough that two batches in memory are nothing. */
const BATCH = 15_000;
/** So many batches are saved at a time: their statements take turns where they must. */
const MAX_SAVING = 2;
/** So many refused rows are told one by one; all are counted. */
const MAX_REJECTED_LINES = 400;

/**
 * Reads a report while it streams, and saves it in batches. Safe to repeat: rows are told apart by their key, and of
 * two with one key, anywhere in the file, the first counts and the other is refused. How far it came is remembered, so
 * that a row which an attempt that broke has saved counts as what it was then, and is told of once.
 * @param options `earlier`: what such an attempt at the same report remembered
 * @returns the counts, on top of those it started with
 */
export async function importRows<Row>(
  rows: AsyncIterable<TableRow>,
  { parse, keyOf, onKept, save }: RowImport<Row>,
  { context, counts, earlier = NOTHING_KEPT }: ImportOptions,
): Promise<ImportCounts> {
  const tally = createTally(counts, earlier);
  let batch: Row[] = [];
  const keys = new Set<string>();
  let refused: string[] = [];
  const refuse = (line: number, reason: string) => {
    if (tally.refuse()) refused.push(`Line ${line}: ${reason}`);
  };
  const keep = async (kept: readonly Row[], { lines, refusals, before }: { lines: readonly string[]; refusals: number; before: Promise<void> | undefined }) => {
    const saved = kept.length === 0 ? { added: 0, changed: 0 } : await save(kept);
    await before;
    await context.log('REJECTED', lines);
    await context.remember({ kept: tally.keep(kept.length, saved, refusals) });
    const total = tally.counts();
    await context.progress({ done: total.read, counts: { ...total }, message: `${total.read.toLocaleString('en')} rows read` });
  };
  // Batches are saved while the next is read, so that the database and this process work at once.
  const saving: Promise<void>[] = [];
  const flush = async () => {
    if (saving.length >= MAX_SAVING) await saving.shift();
    const save = keep(batch, { lines: refused, refusals: tally.refusals(), before: saving.at(-1) });
    batch = [];
    refused = [];
    // It is awaited later; until then a failure must not count as unheard.
    save.catch(() => {});
    saving.push(save);
  };
  try {
    for await (const { line, get } of rows) {
      tally.read();
      const parsed = parse(get);
      if ('reason' in parsed) {
        refuse(line, parsed.reason);
        continue;
      }
      const key = keyOf(parsed.row);
      if (keys.has(key)) {
        refuse(line, `${key} is there twice; the first one counts`);
        continue;
      }
      keys.add(key);
      batch.push(parsed.row);
      onKept?.(parsed.row);
      if (batch.length >= BATCH) await flush();
    }
    await flush();
  } finally {
    // Whoever tries again must not meet what is still being saved.
    await Promise.allSettled(saving);
  }
  await Promise.all(saving);
  return tally.counts();
}

/** Counts a report's rows on top of those of earlier reports. */
function createTally(start: ImportCounts, earlier: Kept) {
  const now = { read: 0, kept: 0, rejected: 0, ...earlier };
  return {
    read(): void {
      now.read += 1;
    },
    /** @returns whether it is to be told: it was not told before, and not too many were */
    refuse(): boolean {
      now.rejected += 1;
      return now.rejected > earlier.told && start.rejected + now.rejected <= MAX_REJECTED_LINES;
    },
    refusals: () => now.rejected,
    keep(rows: number, { added, changed }: Saved, told: number): Kept {
      now.kept += rows;
      now.added += added;
      now.changed += changed;
      now.told = Math.max(now.told, told);
      return { added: now.added, changed: now.changed, told: now.told };
    },
    counts: (): ImportCounts => ({
      read: start.read + now.read,
      new: start.new + now.added,
      changed: start.changed + now.changed,
      // While a report is read again, less was kept than an earlier attempt had kept.
      unchanged: start.unchanged + Math.max(0, now.kept - now.added - now.changed),
      rejected: start.rejected + now.rejected,
    }),
  };
}
