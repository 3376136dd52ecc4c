import { listInboundShipments } from '@stowage/contract/purchasing/inbound';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { route } from '../../../platform/http/route.ts';
import { listInbound } from './inbound.read-model.ts';

export function inboundRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  route(app, listInboundShipments, { permission: 'stock.read' }, () => listInbound(db, clock.now()));
}
