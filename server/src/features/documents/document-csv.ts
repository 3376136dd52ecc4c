import { DOCUMENT_TYPES } from '@stowage/contract/documents/document-types';
import type { Database } from '../../platform/database/connection/connect.ts';
import { csvOf, csvTable } from '../../platform/formats/csv.ts';
import { type DocumentFilter, listDocuments } from './document.read-model.ts';

const EXPORT_DOCUMENTS = 1_000;

const TABLE = csvTable({
  ...{ Name: 'name', Type: 'type', 'Linked to': 'link', Vendor: 'vendor', Bytes: 'bytes', 'Uploaded by': 'uploaded_by', 'Filed (UTC)': 'filed_at' },
  ...{ 'Retention (UTC)': 'keep_until', 'Deleted by': 'deleted_by', 'Deleted (UTC)': 'deleted_at', Version: 'version' },
});

/** The documents that match a filter, in the order of their list. */
export function documentCsv(db: Database, filter: DocumentFilter, areas: readonly string[]): AsyncIterable<string> {
  return csvOf(TABLE, pages(db, filter, areas));
}

async function* pages(db: Database, filter: DocumentFilter, areas: readonly string[]) {
  for (let before: string | undefined; ; ) {
    const { rows, next } = await listDocuments(db, { ...filter, before }, areas, EXPORT_DOCUMENTS);
    yield rows.map((row) => ({ ...row, type: DOCUMENT_TYPES[row.type].label, link: row.link?.label ?? null, uploaded_by: row.uploaded_by ?? 'System' }));
    if (next === null) return;
    before = next;
  }
}
