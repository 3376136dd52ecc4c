import { exportInboundShipments, listInboundShipments } from '@stowage/contract/purchasing/inbound';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { route } from '../../../platform/http/route.ts';
import { listInbound } from './inbound.read-model.ts';
import { inboundCsv } from './inbound-csv.ts';

export function inboundRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  route(app, listInboundShipments, { permission: 'stock.read' }, () => listInbound(db, clock.now()));
  route(app, exportInboundShipments, { permission: 'stock.read' }, async ({ query: { kind } }) => {
    const rows = await listInbound(db, clock.now());
    return inboundCsv(rows.filter((row) => kind === undefined || row.kind === kind));
  });
}
