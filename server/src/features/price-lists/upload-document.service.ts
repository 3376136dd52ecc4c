import { DOCUMENT_TYPES } from '@stowage/contract/documents/document-types';
import { PRICE_LIST_PART_ROWS } from '@stowage/contract/price-lists/price-lists';
import type { Database } from '../../platform/database/connection/connect.ts';
import { csvName, csvOf, csvTable, withMark } from '../../platform/formats/csv.ts';
import { readPages } from '../../platform/formats/read-pages.ts';
import type { NewFile } from '../documents/index.ts';
import { findDocumentOf, listStagedRows } from './upload.repository.ts';

interface Saving {
  readonly uploadId: number;
  readonly actorId: number;
  readonly file: NewFile | undefined;
}

/** Applies a staged file and stores it as a document in the same transaction. Writes the document before the list is locked. */
export async function withDocument<T>(tx: Database, { uploadId, actorId, file }: Saving, apply: () => Promise<T>): Promise<T> {
  await file?.write(withMark(stagedCsv(tx, uploadId)));
  const applied = await apply();
  if (file !== undefined) {
    const { fileName, vendor } = await findDocumentOf(tx, uploadId);
    const type = 'PRICE_LIST';
    const name = csvName(fileName);
    await file.add(tx, { name, mediaType: 'text/csv', area: DOCUMENT_TYPES[type].area, actorId }, [{ type, vendor }]);
  }
  return applied;
}

const TABLE = csvTable({ upc: 'upc', MAP: 'map', item_code: 'item_code', product_title: 'product_title', cost: 'cost', vendor: 'vendor' });

type StagedRow = Awaited<ReturnType<typeof listStagedRows>>[number];

function stagedCsv(tx: Database, uploadId: number): AsyncIterable<string> {
  const limit = PRICE_LIST_PART_ROWS;
  return csvOf<StagedRow>(
    TABLE,
    readPages(limit, (last?: StagedRow) => listStagedRows(tx, uploadId, { after: last?.row_number ?? 0, limit })),
  );
}
