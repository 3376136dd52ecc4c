import * as contract from '@stowage/contract/returns/dispositions';
import * as packages from '@stowage/contract/returns/packages';
import { RETURN_MESSAGES, returnsTopic } from '@stowage/contract/returns/returns';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/app-error.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/database/connection/connect.ts';
import { startOfDay } from '../../platform/formats/zone-day.ts';
import { route } from '../../platform/http/route.ts';
import { successMessage } from '../../platform/http/success.ts';
import { markArrived } from './decision.repository.ts';
import { listDispositions } from './disposition.repository.ts';
import type { DispositionService } from './disposition.service.ts';
import { findLine, listDecisions } from './line.read-model.ts';
import { findItemCode } from './line-listing.read-model.ts';
import type { LookupService } from './lookup.service.ts';
import { listPackages, listRecentNumbers } from './package.read-model.ts';
import { sampleOf } from './package.rules.ts';
import { listProcessed, sumProcessed } from './processed.read-model.ts';

interface Dependencies extends Pick<Context, 'clock' | 'topics'> {
  readonly db: Database;
  readonly lookups: LookupService;
  readonly dispositions: DispositionService;
  /** Whether the connected marketplace is the demo's simulator. */
  readonly isSimulator: () => Promise<boolean>;
}

const read = { permission: 'returns.read' } as const;
const write = { permission: 'returns.write' } as const;

export function returnsRoutes(app: FastifyInstance, { db, clock, topics, lookups, dispositions, isSimulator }: Dependencies): void {
  const getLine = async (id: number) => {
    const line = await findLine(db, id);
    if (line === undefined) throw new AppError('not_found', 'There is no such line of a returned package.');
    return line;
  };

  route(app, packages.getReturnTrackingData, read, ({ body }) => lookups.listLines(body.trackingId));
  route(app, packages.findReturn, read, ({ query }) => lookups.find(query.code));

  route(app, packages.listPackages, read, async () => {
    const data = await listPackages(db, await listRecentNumbers(db));
    return { data, sample: (await isSimulator()) ? sampleOf(data) : null };
  });

  route(app, contract.listProcessedToday, read, async ({ query: { timeZone, before } }) => {
    const to = clock.now();
    const today = { from: startOfDay(to, timeZone), to };
    return { ...(await listProcessed(db, today, before)), units: await sumProcessed(db, today) };
  });

  route(app, packages.arrivePackage, write, async ({ body }, { caller }) => {
    const [box] = await listPackages(db, [body.trackingNumber]);
    if (box === undefined) throw new AppError('not_found', RETURN_MESSAGES.notFound(body.trackingNumber));
    if (await markArrived(db, box.tracking_number, caller.userId)) topics.publish(returnsTopic, { change: 'ARRIVED', removalShipment: null });
    return { success: true, message: `Package ${box.tracking_number} marked as arrived` };
  });

  route(app, contract.getProductReturnConditionData, read, async ({ body }) => {
    const { removal_shipment, shipped_quantity, extra_quantity, graded, remaining } = await getLine(body.removal_shipment);
    return { removal_shipment, shipped_quantity, extra_quantity, graded, remaining, grades: await listDecisions(db, removal_shipment) };
  });

  route(app, contract.getDispositions, read, async ({ body }) => {
    const line = await getLine(body.removalShipment);
    return listDispositions(db, line.removal_shipment);
  });

  route(app, contract.getItemCode, read, async ({ query }) => ({ item_code: await findItemCode(db, query.asin) }));

  route(app, contract.decideDisposition, write, ({ body: { removalShipment, ...decision } }, { caller }) =>
    dispositions.decide({ ...decision, removalShipmentId: removalShipment, actorId: caller.userId }),
  );
  route(app, contract.voidDecision, write, ({ body }, { caller }) => successMessage('Undone', dispositions.void(body.id, caller.userId)));
  route(app, contract.confirmExtras, write, ({ body: { removalShipment: lineId, quantity, expectedQuantity: expected } }, { caller }) =>
    successMessage(
      quantity === 0 ? 'No units beyond those shipped' : `${quantity} more than shipped`,
      dispositions.confirmExtras({ lineId, quantity, expected, actorId: caller.userId }),
    ),
  );
}
