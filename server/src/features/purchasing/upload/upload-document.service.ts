import { PO_COLUMNS, PO_PART_ROWS } from '@stowage/contract/purchasing/purchase-order-files';
import { csvLine } from '../../../platform/csv.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { addRows, FILED_RECORDS_LIMIT, type Filing, type PreparedFile } from '../../documents/index.ts';
import { listOrdersOfFile, listStagedRows } from './upload.repository.ts';

/**
 * Saves a staged file, and files its rows with each of its orders in the same transaction: what was ordered is found beside the
 * order, whoever sent it. It is written before anything is locked.
 */
export async function savingWithFile<T>(
  tx: Database,
  { uploadId, actorId, filing }: { uploadId: number; actorId: number; filing: Filing | undefined },
  save: () => Promise<T>,
): Promise<T> {
  const file = await filing?.prepare(linesOf(tx, uploadId));
  try {
    const saved = await save();
    if (file !== undefined) await add(tx, file, { uploadId, actorId });
    return saved;
  } catch (error) {
    await file?.discard();
    throw error;
  }
}

async function add(tx: Database, file: PreparedFile, { uploadId, actorId }: { uploadId: number; actorId: number }): Promise<void> {
  const { fileName, vendors, orders } = await listOrdersOfFile(tx, uploadId, FILED_RECORDS_LIMIT + 1);
  const name = `${fileName.replace(/\.(?:csv|txt|xlsx)$/i, '')}.csv`;
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
