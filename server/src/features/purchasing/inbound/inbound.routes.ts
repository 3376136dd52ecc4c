import { exportInboundShipments, type InboundShipment, listInboundShipments } from '@stowage/contract/purchasing/inbound';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { csvTable } from '../../../platform/formats/csv.ts';
import { route } from '../../../platform/http/route.ts';
import { listInbound } from './inbound.read-model.ts';

export function inboundRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  route(app, listInboundShipments, { permission: 'stock.read' }, () => listInbound(db, clock.now()));
  route(app, exportInboundShipments, { permission: 'stock.read' }, async ({ query: { kind } }) => {
    const rows = await listInbound(db, clock.now());
    return csvOf(rows.filter((row) => kind === undefined || row.kind === kind));
  });
}

const { head, line } = csvTable({
  ...{ Shipment: 'reference', From: 'kind', Order: 'order', Carrier: 'carrier', 'Tracking number': 'tracking_number' },
  ...{ Expected: 'expected_on', 'Sent (UTC)': 'sent_at', Units: 'units', Received: 'received' },
});

async function* csvOf(rows: readonly InboundShipment[]): AsyncIterable<string> {
  yield head;
  yield rows.map(line).join('');
}
