import * as contract from '@stowage/contract/audit-log/audit-log';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/database/connection/connect.ts';
import { route } from '../../platform/http/route.ts';
import { listEntries, listFilters } from './audit-log.read-model.ts';
import { auditLogCsv } from './audit-log-csv.ts';
import { auditJsonLines } from './json-lines.ts';

const read = { permission: 'audit.read' } as const;

export function auditLogRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  route(app, contract.listAuditLog, read, async ({ query: { after, ...filter } }) => {
    const entries = await listEntries(db, filter, { after, limit: contract.AUDIT_PAGE_SIZE + 1 });
    const page = entries.slice(0, contract.AUDIT_PAGE_SIZE);
    return { data: page.map(({ cursor: _, ...entry }) => entry), next: entries.length > page.length ? (page.at(-1)?.cursor ?? null) : null };
  });
  route(app, contract.auditLogFilters, read, () => listFilters(db));
  route(app, contract.exportAuditLog, read, async ({ query }) => auditLogCsv(db, query));
  route(app, contract.exportAuditLogJson, read, async ({ query }) => ({
    ...{ mediaType: 'application/x-ndjson', name: `audit log ${query.from ?? 'from the start'} to ${query.to ?? 'now'}.jsonl` },
    content: auditJsonLines(db, query),
  }));
}
