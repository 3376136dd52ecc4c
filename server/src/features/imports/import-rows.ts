import { numberText } from '@stowage/contract/formats/text/number-text';
import * as z from 'zod';
import type { TableRow } from '../../integrations/marketplace/formats/report-table.ts';
import type { JobContext } from '../jobs/index.ts';
import type { ImportCounts, Saved } from './import-counts.ts';
import type { ReportKeys } from './reports/report-keys.repository.ts';
import type { Parsed, ReadColumn } from './reports/report-row.rules.ts';

export interface RowImport<Row> {
  readonly parse: (get: ReadColumn) => Parsed<Row>;
  /** The key that must be unique in a report. */
  readonly keyOf: (row: Row) => string;
  readonly keys: Pick<ReportKeys, 'claim'>;
  /** The column of the key, for a report whose missing rows mean something: a rejected row is in it all the same. */
  readonly ofRejected?: { readonly column: string; readonly keys: Pick<ReportKeys, 'mention'> };
  readonly save: (rows: readonly Row[]) => Promise<Saved>;
}

/** The rows that all attempts at a report have saved, and the rejected rows that they have logged (`told` in stored runs). */
export const savedRows = z.object({ added: z.number(), changed: z.number(), told: z.number() });
type SavedRows = z.infer<typeof savedRows>;
const NOTHING_SAVED: SavedRows = { added: 0, changed: 0, told: 0 };

export interface ImportOptions {
  readonly context: Pick<JobContext, 'log' | 'progress' | 'remember'>;
  readonly counts: ImportCounts;
  /** The result of earlier attempts at the same report. */
  readonly earlier?: SavedRows | undefined;
}

/** Large enough to make a statement's fixed costs negligible, and small enough to hold two batches in memory. */
const BATCH = 15_000;
/** The number of batches that are saved concurrently. */
const MAX_SAVING = 2;
/** The log lists at most this many rejected rows; the counts include all of them. */
const MAX_REJECTED_LINES = 400;

/** Rows of the report that are saved together, and those that were rejected among them. */
interface Batch<Row> {
  readonly valid: { readonly line: number; readonly key: string; readonly row: Row }[];
  readonly rejected: { readonly line: number; readonly reason: string; readonly key?: string | undefined }[];
}

/**
 * Reads a streamed report and saves it in batches. Of two rows with the same key, the first one counts and the other is
 * rejected. Safe to repeat after a failed attempt: the run remembers what it has saved, so that each row is counted and
 * logged once. Holds a few batches, however long the report is.
 * @returns the counts, added to the initial ones
 */
export async function importRows<Row>(
  rows: AsyncIterable<TableRow>,
  { parse, keyOf, keys, ofRejected, save }: RowImport<Row>,
  { context, counts, earlier = NOTHING_SAVED }: ImportOptions,
): Promise<ImportCounts> {
  const tally = createTally(counts, earlier);
  const newBatch = (): Batch<Row> => ({ valid: [], rejected: [] });
  let batch = newBatch();
  /** Separates the rows that count, and decides which rejected ones are logged. In the order of the report. */
  const sift = async ({ valid, rejected }: Batch<Row>, before: Promise<unknown> | undefined) => {
    await before;
    const unclaimed = new Set(valid.length === 0 ? [] : await keys.claim([...new Set(valid.map(({ key }) => key))]));
    await ofRejected?.keys.mention([...new Set(rejected.flatMap(({ key }) => key ?? []))]);
    const first = valid.filter(({ key }) => unclaimed.delete(key));
    const counting = new Set(first);
    const repeated = valid.filter((one) => !counting.has(one)).map(({ line, key }) => ({ line, reason: `${key} is a duplicate; the first row counts` }));
    const lines = [...rejected, ...repeated]
      .sort((one, other) => one.line - other.line)
      .flatMap(({ line, reason }) => (tally.reject() ? `Line ${line}: ${reason}` : []));
    return { first: first.map(({ row }) => row), lines, rejections: tally.rejections() };
  };
  const saveBatch = async (sifting: ReturnType<typeof sift>, before: Promise<void> | undefined) => {
    const { first, lines, rejections } = await sifting;
    const saved = first.length === 0 ? { added: 0, changed: 0 } : await save(first);
    await before;
    await context.log('REJECTED', lines);
    await context.remember({ kept: tally.add(first.length, saved, rejections) });
    const total = tally.counts();
    await context.progress({ done: total.read, counts: { ...total }, message: `${numberText(total.read)} rows read` });
  };
  // Saves a batch while the next one is read, so that the database and this process work in parallel.
  const saving: Promise<void>[] = [];
  let lastSifting: Promise<unknown> | undefined;
  const flush = async () => {
    if (saving.length >= MAX_SAVING) await saving.shift();
    const sifting = sift(batch, lastSifting);
    const save = saveBatch(sifting, saving.at(-1));
    batch = newBatch();
    lastSifting = sifting;
    // Awaited later; until then a failure must not count as an unhandled rejection.
    save.catch(() => {});
    saving.push(save);
  };
  try {
    for await (const { line, get } of rows) {
      tally.read();
      const parsed = parse(get);
      if ('reason' in parsed) batch.rejected.push({ line, reason: parsed.reason, key: ofRejected && get(ofRejected.column) });
      else batch.valid.push({ line, key: keyOf(parsed.row), row: parsed.row });
      if (Math.max(batch.valid.length, batch.rejected.length) >= BATCH) await flush();
    }
    await flush();
  } finally {
    // A new attempt must not run in parallel with unfinished saves.
    await Promise.allSettled(saving);
  }
  await Promise.all(saving);
  return tally.counts();
}

/** Counts a report's rows, added to those of earlier reports. */
function createTally(start: ImportCounts, earlier: SavedRows) {
  const now = { read: 0, valid: 0, rejected: 0, ...earlier };
  return {
    read(): void {
      now.read += 1;
    },
    /** @returns whether to log the row: no earlier attempt logged it, and the limit is not reached */
    reject(): boolean {
      now.rejected += 1;
      return now.rejected > earlier.told && start.rejected + now.rejected <= MAX_REJECTED_LINES;
    },
    rejections: () => now.rejected,
    add(rows: number, { added, changed }: Saved, told: number): SavedRows {
      now.valid += rows;
      now.added += added;
      now.changed += changed;
      now.told = Math.max(now.told, told);
      return { added: now.added, changed: now.changed, told: now.told };
    },
    counts: (): ImportCounts => ({
      read: start.read + now.read,
      new: start.new + now.added,
      changed: start.changed + now.changed,
      // In a repeated attempt, fewer rows may have been read yet than an earlier attempt saved.
      unchanged: start.unchanged + Math.max(0, now.valid - now.added - now.changed),
      rejected: start.rejected + now.rejected,
    }),
  };
}
