import type { AuditFilter } from '@stowage/contract/audit-log/audit-log';
import type { Database } from '../../platform/database/connection/connect.ts';
import { readPages } from '../../platform/formats/read-pages.ts';
import { type ListedEntry, listEntries } from './audit-log.read-model.ts';

const PAGE = 1_000;

/** The entries that match, newest first, one JSON object per line: a page in memory at a time. */
export async function* auditJsonLines(db: Database, filter: AuditFilter): AsyncIterable<Buffer> {
  for await (const page of readPages(PAGE, (last?: ListedEntry) => listEntries(db, filter, { after: last?.cursor, limit: PAGE }))) {
    yield Buffer.from(page.map(({ cursor: _, ...entry }) => `${JSON.stringify(entry)}\n`).join(''));
  }
}
