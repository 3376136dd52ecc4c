import * as contract from '@stowage/contract/audit-log/audit-log';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/database/connection/connect.ts';
import { csvLine } from '../../platform/formats/csv.ts';
import { route } from '../../platform/http/route.ts';
import { listEntries, listFilters } from './audit-log.read-model.ts';
import { auditJsonLines } from './json-lines.ts';

const read = { permission: 'audit.read' } as const;
const EXPORT_PAGE = 1_000;

export function auditLogRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  route(app, contract.listAuditLog, read, async ({ query: { after, ...filter } }) => {
    const entries = await listEntries(db, filter, { after, limit: contract.AUDIT_PAGE_SIZE + 1 });
    const page = entries.slice(0, contract.AUDIT_PAGE_SIZE);
    return { data: page.map(({ cursor: _, ...entry }) => entry), next: entries.length > page.length ? (page.at(-1)?.cursor ?? null) : null };
  });
  route(app, contract.auditLogFilters, read, () => listFilters(db));
  route(app, contract.exportAuditLog, read, async ({ query }) => linesOf(db, query));
  route(app, contract.exportAuditLogJson, read, async ({ query }) => ({
    ...{ mediaType: 'application/x-ndjson', name: `audit log ${query.from ?? 'from the start'} to ${query.to ?? 'now'}.jsonl` },
    content: auditJsonLines(db, query),
  }));
}

async function* linesOf(db: Database, filter: contract.AuditFilter): AsyncIterable<string> {
  yield csvLine(['Time (UTC)', 'Who', 'Action', 'Kind', 'Record', 'Name', 'Records', 'Before', 'After', 'Request']);
  for (let after: string | undefined; ; ) {
    const page = await listEntries(db, filter, { after, limit: EXPORT_PAGE });
    yield page.map(toLine).join('');
    after = page.at(-1)?.cursor;
    if (page.length < EXPORT_PAGE) return;
  }
}

function toLine(entry: contract.AuditEntry): string {
  const { at, action, recordKind, recordId, recordName, records, before, after, requestId } = entry;
  const json = (value: object | null) => value && JSON.stringify(value);
  return csvLine([at, contract.actorOf(entry), action, recordKind, recordId, recordName, records, json(before), json(after), requestId]);
}
