import type { TableRow } from '../../integrations/marketplace/report-table.ts';
import type { JobContext } from '../jobs/index.ts';
import type { ImportCounts, Saved } from './import-counts.ts';
import type { Parsed, ReadColumn } from './report-row.rules.ts';

interface RowImport<Row> {
  readonly parse: (get: ReadColumn) => Parsed<Row>;
  /** What makes two rows of a report the same one. */
  readonly keyOf: (row: Row) => string;
  /** Hears of every row that is kept. */
  readonly onKept?: (row: Row) => void;
  readonly save: (rows: readonly Row[]) => Promise<Saved>;
}

/** Big enough that a statement's fixed costs vanish, small enough that two batches in memory are nothing. */
const BATCH = 15_000;
/** So many batches are saved at a time: their statements take turns where they must. */
const MAX_SAVING = 2;
/** So many refused rows are told one by one; all are counted. */
const MAX_REJECTED_LINES = 400;

/**
 * Reads a report while it streams, and saves it in batches. Safe to repeat: rows are told apart by their key, and of
 * two with one key, anywhere in the file, the first counts and the other is refused.
 * @returns the counts, on top of those it started with
 */
export async function importRows<Row>(
  rows: AsyncIterable<TableRow>,
  { parse, keyOf, onKept, save }: RowImport<Row>,
  { context, counts }: { context: Pick<JobContext, 'log' | 'progress'>; counts: ImportCounts },
): Promise<ImportCounts> {
  const total = { ...counts };
  let batch: Row[] = [];
  const keys = new Set<string>();
  let refused: string[] = [];
  const refuse = (line: number, reason: string) => {
    total.rejected += 1;
    if (total.rejected <= MAX_REJECTED_LINES) refused.push(`Line ${line}: ${reason}`);
  };
  const keep = async (kept: readonly Row[], lines: readonly string[]) => {
    const { added, changed } = kept.length === 0 ? { added: 0, changed: 0 } : await save(kept);
    total.new += added;
    total.changed += changed;
    total.unchanged += kept.length - added - changed;
    await context.log('REJECTED', lines);
    await context.progress({ done: total.read, counts: { ...total }, message: `${total.read.toLocaleString('en')} rows read` });
  };
  // Batches are saved while the next is read, so that the database and this process work at once.
  const saving: Promise<void>[] = [];
  const flush = async () => {
    if (saving.length >= MAX_SAVING) await saving.shift();
    const save = keep(batch, refused);
    batch = [];
    refused = [];
    // It is awaited later; until then a failure must not count as unheard.
    save.catch(() => {});
    saving.push(save);
  };
  for await (const { line, get } of rows) {
    total.read += 1;
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
  await Promise.all(saving);
  return total;
}
