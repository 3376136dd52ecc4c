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
const BATCH = 5_000;
/** So many refused rows are told one by one; all are counted. */
const MAX_REJECTED_LINES = 400;

/**
 * Reads a report while it streams, and saves it in batches. Safe to repeat: rows are told apart by their key.
 * @returns the counts, on top of those it started with
 */
export async function importRows<Row>(
  rows: AsyncIterable<TableRow>,
  { parse, keyOf, onKept, save }: RowImport<Row>,
  { context, counts }: { context: Pick<JobContext, 'log' | 'progress'>; counts: ImportCounts },
): Promise<ImportCounts> {
  const total = { ...counts };
  let batch = new Map<string, Row>();
  let refused: string[] = [];
  const refuse = (line: number, reason: string) => {
    total.rejected += 1;
    if (total.rejected <= MAX_REJECTED_LINES) refused.push(`Line ${line}: ${reason}`);
  };
  const flush = async () => {
    const kept = [...batch.values()];
    batch = new Map();
    const { added, changed } = kept.length === 0 ? { added: 0, changed: 0 } : await save(kept);
    total.new += added;
    total.changed += changed;
    total.unchanged += kept.length - added - changed;
    await context.log('REJECTED', refused);
    refused = [];
    await context.progress({ done: total.read, counts: { ...total }, message: `${total.read.toLocaleString('en')} rows read` });
  };
  for await (const { line, get } of rows) {
    total.read += 1;
    const parsed = parse(get);
    if ('reason' in parsed) refuse(line, parsed.reason);
    else if (batch.has(keyOf(parsed.row))) refuse(line, `${keyOf(parsed.row)} is there twice; the first one counts`);
    else {
      batch.set(keyOf(parsed.row), parsed.row);
      onKept?.(parsed.row);
    }
    if (batch.size >= BATCH) await flush();
  }
  await flush();
  return total;
}
