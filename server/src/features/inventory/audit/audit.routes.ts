import { auditHistory, auditMisses, auditUnit } from '@stowage/contract/inventory/audit';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { route } from '../../../platform/http/route.ts';
import type { AuditService } from './audit.service.ts';
import { listAuditHistory, listAuditMisses } from './audit-history.read-model.ts';

export function auditRoutes(app: FastifyInstance, { db, audits }: { db: Database; audits: AuditService }): void {
  route(app, auditHistory, { permission: 'stock.read' }, () => listAuditHistory(db));
  route(app, auditMisses, { permission: 'stock.read' }, () => listAuditMisses(db));
  route(app, auditUnit, { permission: 'stock.write' }, ({ body }, { caller }) =>
    audits.scan({
      code: body.productId,
      incomplete: body.incomplete,
      location: body.locationId,
      roundId: body.roundId,
      clientScanId: body.clientScanId,
      surplus: body.surplus,
      fromLocationId: body.fromLocationId,
      actorId: caller.userId,
    }),
  );
}
