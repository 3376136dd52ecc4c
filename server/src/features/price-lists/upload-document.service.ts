import { DOCUMENT_TYPES } from '@stowage/contract/documents/document-types';
import { PRICE_LIST_PART_ROWS } from '@stowage/contract/price-lists/price-lists';
import type { Database } from '../../platform/database/connection/connect.ts';
import { csvLine, csvName, withMark } from '../../platform/formats/csv.ts';
import type { Filing } from '../documents/index.ts';
import { findDocumentOf, listStagedRows } from './upload.repository.ts';

interface Saving {
  readonly uploadId: number;
  readonly actorId: number;
  readonly filing: Filing | undefined;
}

/** Applies a staged file and stores it as a document in the same transaction. Writes the document before the list is locked. */
export async function withDocument<T>(tx: Database, { uploadId, actorId, filing }: Saving, apply: () => Promise<T>): Promise<T> {
  const file = await filing?.prepare(withMark(linesOf(tx, uploadId)));
  try {
    const applied = await apply();
    if (file !== undefined) {
      const { fileName, vendor } = await findDocumentOf(tx, uploadId);
      const type = 'PRICE_LIST';
      const name = csvName(fileName);
      await file.add(tx, { name, mediaType: 'text/csv', area: DOCUMENT_TYPES[type].area, actorId }, [{ type, vendor }]);
    }
    return applied;
  } catch (error) {
    await file?.discard();
    throw error;
  }
}

async function* linesOf(tx: Database, uploadId: number): AsyncIterable<string> {
  yield csvLine(['upc', 'MAP', 'item_code', 'product_title', 'cost', 'vendor']);
  for (let after = 0, isMore = true; isMore; ) {
    const rows = await listStagedRows(tx, uploadId, { after, limit: PRICE_LIST_PART_ROWS });
    yield rows.map(({ upc, map, item_code, product_title, cost, vendor }) => csvLine([upc, map, item_code, product_title, cost, vendor])).join('');
    after = rows.at(-1)?.row_number ?? after;
    isMore = rows.length === PRICE_LIST_PART_ROWS;
  }
}
