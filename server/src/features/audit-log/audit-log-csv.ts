import { type AuditEntry, type AuditFilter, actorOf } from '@stowage/contract/audit-log/audit-log';
import type { Database } from '../../platform/database/connection/connect.ts';
import { csvLine, csvOf } from '../../platform/formats/csv.ts';
import { readPages } from '../../platform/formats/read-pages.ts';
import { type ListedEntry, listEntries } from './audit-log.read-model.ts';

const EXPORT_ENTRIES = 1_000;

const TABLE = {
  head: csvLine(['Time (UTC)', 'Who', 'Action', 'Kind', 'Record', 'Name', 'Records', 'Before', 'After', 'Request']),
  line(entry: AuditEntry): string {
    const { at, action, recordKind, recordId, recordName, records, before, after, requestId } = entry;
    const json = (value: object | null) => value && JSON.stringify(value);
    return csvLine([at, actorOf(entry), action, recordKind, recordId, recordName, records, json(before), json(after), requestId]);
  },
};

/** The entries that match, newest first. */
export function auditLogCsv(db: Database, filter: AuditFilter): AsyncIterable<string> {
  return csvOf(
    TABLE,
    readPages(EXPORT_ENTRIES, (last?: ListedEntry) => listEntries(db, filter, { after: last?.cursor, limit: EXPORT_ENTRIES })),
  );
}
