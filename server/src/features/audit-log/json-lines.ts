import type { AuditFilter } from '@stowage/contract/audit-log/audit-log';
import type { Database } from '../../platform/database/connection/connect.ts';
import { listEntries } from './audit-log.read-model.ts';

const PAGE = 1_000;

/** The entries that match, newest first, one JSON object per line: a page in memory at a time. */
export async function* auditJsonLines(db: Database, filter: AuditFilter): AsyncIterable<Buffer> {
  for (let after: string | undefined; ; ) {
    const page = await listEntries(db, filter, { after, limit: PAGE });
    if (page.length > 0) yield Buffer.from(page.map(({ cursor: _, ...entry }) => `${JSON.stringify(entry)}\n`).join(''));
    after = page.at(-1)?.cursor;
    if (page.length < PAGE) return;
  }
}
