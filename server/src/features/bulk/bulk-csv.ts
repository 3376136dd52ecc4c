import { BULK_ACTIONS, type BulkKind, type BulkRow } from '@stowage/contract/bulk/bulk';
import type { Database } from '../../platform/database/connection/connect.ts';
import { csvLine, csvOf } from '../../platform/formats/csv.ts';
import { readPages } from '../../platform/formats/read-pages.ts';
import { listRows } from './bulk.read-model.ts';

const EXPORT_ROWS = 1_000;
const OUTCOMES = { DONE: 'Done', UNCHANGED: 'Already so', REFUSED: 'Refused' } as const;

interface WantedRows {
  readonly id: number;
  readonly kind: BulkKind;
  readonly outcome: BulkRow['outcome'] | undefined;
}

/** The records of a bulk action with what became of them. */
export function bulkCsv(db: Database, { id, kind, outcome }: WantedRows): AsyncIterable<string> {
  const table = {
    head: csvLine([BULK_ACTIONS[kind].noun, 'Result', 'Reason', 'Undone']),
    line: (row: BulkRow) => csvLine([row.record, row.outcome && OUTCOMES[row.outcome], row.message, row.is_undone ? 'yes' : '']),
  };
  return csvOf(
    table,
    readPages(EXPORT_ROWS, (_last: BulkRow | undefined, offset) => listRows(db, id, { outcome, offset, limit: EXPORT_ROWS })),
  );
}
