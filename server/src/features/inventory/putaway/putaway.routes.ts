import * as contract from '@stowage/contract/inventory/putaway';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { route } from '../../../platform/http/route.ts';
import { findLocationCode, findLocationOfKind } from '../locations/location.repository.ts';
import { stockWorkerOf } from '../stock-worker.rules.ts';
import { listRecentPutaways, listWaitingItems } from './putaway.read-model.ts';
import type { PutawayService } from './putaway.service.ts';

const read = { permission: 'stock.read' } as const;
const write = { permission: 'stock.write' } as const;

export function putawayRoutes(app: FastifyInstance, { db, putaways }: { db: Database; putaways: PutawayService }): void {
  route(app, contract.lookUpPutaway, read, ({ body }) => putaways.lookUp(body.code));
  route(app, contract.putAway, write, ({ body }, { caller }) => putaways.putAway(body, caller.userId));
  route(app, contract.undoPutaway, write, async ({ body }, { caller }) => ({
    success: true,
    units: await putaways.undo(body.movements, stockWorkerOf(caller)),
  }));
  route(app, contract.listRecentPutaways, read, (_input, { caller }) => listRecentPutaways(db, caller.userId));
  route(app, contract.listWaiting, read, async () => {
    const id = await findLocationOfKind(db, 'RECEIVING');
    return { ...(await listWaitingItems(db, contract.WAITING_LIMIT)), receiving: id === undefined ? null : await findLocationCode(db, id) };
  });
}
