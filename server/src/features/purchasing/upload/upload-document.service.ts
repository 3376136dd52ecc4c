import { PO_COLUMNS } from '@stowage/contract/purchasing/purchase-order-rows';
import { PO_PART_ROWS } from '@stowage/contract/purchasing/purchase-order-upload';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { csvLine, csvName, withMark } from '../../../platform/formats/csv.ts';
import { addRows, FILED_RECORDS_LIMIT, type Filing, type PreparedFile } from '../../documents/index.ts';
import { listStagedRows } from './staged-file.repository.ts';
import { listOrdersOfFile } from './uploaded-orders.repository.ts';

/**
 * Saves a staged file, and attaches its rows as a document to each of its orders in the same transaction. The document is
 * written before any lock is taken.
 */
export async function saveWithDocument<T>(
  tx: Database,
  { uploadId, actorId, filing }: { uploadId: number; actorId: number; filing: Filing | undefined },
  save: () => Promise<T>,
): Promise<T> {
  const file = await filing?.prepare(withMark(linesOf(tx, uploadId)));
  try {
    const saved = await save();
    if (file !== undefined) await attachDocument(tx, file, { uploadId, actorId });
    return saved;
  } catch (error) {
    await file?.discard();
    throw error;
  }
}

async function attachDocument(tx: Database, file: PreparedFile, { uploadId, actorId }: { uploadId: number; actorId: number }): Promise<void> {
  const { fileName, vendors, orders } = await listOrdersOfFile(tx, uploadId, FILED_RECORDS_LIMIT + 1);
  const name = csvName(fileName);
  const records = orders.map(({ id, po_number: label, vendor }) => ({ id, label, vendor }));
  await addRows(tx, file, { type: 'PO_CSV', kind: 'PURCHASE_ORDER', name, records, vendors, actorId });
}

async function* linesOf(tx: Database, uploadId: number): AsyncIterable<string> {
  yield csvLine(PO_COLUMNS.map(({ label }) => label));
  for (let after = 0, isMore = true; isMore; ) {
    const rows = await listStagedRows(tx, uploadId, { after, limit: PO_PART_ROWS });
    yield rows.map(({ row_number: _, ...row }) => csvLine(PO_COLUMNS.map(({ field }) => row[field]))).join('');
    after = rows.at(-1)?.row_number ?? after;
    isMore = rows.length === PO_PART_ROWS;
  }
}
