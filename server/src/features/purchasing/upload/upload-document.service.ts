import { PO_COLUMNS } from '@stowage/contract/purchasing/purchase-order-rows';
import { PO_PART_ROWS } from '@stowage/contract/purchasing/purchase-order-upload';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { csvLine, csvName, csvOf, withMark } from '../../../platform/formats/csv.ts';
import { readPages } from '../../../platform/formats/read-pages.ts';
import { addRows, FILED_RECORDS_LIMIT, type NewFile } from '../../documents/index.ts';
import { listStagedRows } from './staged-file.repository.ts';
import { listOrdersOfFile } from './uploaded-orders.repository.ts';

/**
 * Saves a staged file, and attaches its rows as a document to each of its orders in the same transaction. The document is
 * written before any lock is taken.
 */
export async function saveWithDocument<T>(
  tx: Database,
  { uploadId, actorId, file }: { uploadId: number; actorId: number; file: NewFile | undefined },
  save: () => Promise<T>,
): Promise<T> {
  await file?.write(withMark(stagedCsv(tx, uploadId)));
  const saved = await save();
  if (file !== undefined) await attachDocument(tx, file, { uploadId, actorId });
  return saved;
}

async function attachDocument(tx: Database, file: NewFile, { uploadId, actorId }: { uploadId: number; actorId: number }): Promise<void> {
  const { fileName, vendors, orders } = await listOrdersOfFile(tx, uploadId, FILED_RECORDS_LIMIT + 1);
  const name = csvName(fileName);
  const records = orders.map(({ id, po_number: label, vendor }) => ({ id, label, vendor }));
  await addRows(tx, file, { type: 'PO_CSV', kind: 'PURCHASE_ORDER', name, records, vendors, actorId });
}

type StagedRow = Awaited<ReturnType<typeof listStagedRows>>[number];

const TABLE = {
  head: csvLine(PO_COLUMNS.map(({ label }) => label)),
  line: (row: StagedRow) => csvLine(PO_COLUMNS.map(({ field }) => row[field])),
};

function stagedCsv(tx: Database, uploadId: number): AsyncIterable<string> {
  const limit = PO_PART_ROWS;
  return csvOf(
    TABLE,
    readPages(limit, (last?: StagedRow) => listStagedRows(tx, uploadId, { after: last?.row_number ?? 0, limit })),
  );
}
