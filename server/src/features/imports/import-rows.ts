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
  let saving: Promise<void> = Promise.resolve();
  const keep = async (kept: readonly Row[], lines: readonly string[]) => {
    const { added, changed } = kept.length === 0 ? { added: 0, changed: 0 } : await save(kept);
    total.new += added;
    total.changed += changed;
    total.unchanged += kept.length - added - changed;
    await context.log('REJECTED', lines);
    await context.progress({ done: total.read, counts: { ...total }, message: `${total.read.toLocaleString('en')} rows read` });
  };
  // One batch is saved while the next is read, so that the database and this process work at once.
  const flush = async () => {
    await saving;
    const [kept, lines] = [batch, refused];
    batch = [];
    refused = [];
    saving = keep(kept, lines);
    // It is awaited above; until then a failure must not count as unheard.
    saving.catch(() => {});
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
  await saving;
  return total;
}
