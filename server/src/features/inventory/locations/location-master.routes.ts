import * as contract from '@stowage/contract/inventory/locations';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../platform/database/connect.ts';
import { route } from '../../../platform/http/route.ts';
import { listLocationMaster } from './location-master.read-model.ts';
import type { LocationMasterService } from './location-master.service.ts';

const manage = { permission: 'locations.manage' } as const;

export function locationMasterRoutes(app: FastifyInstance, { db, locations }: { db: Database; locations: LocationMasterService }): void {
  route(app, contract.listLocationMaster, { permission: 'stock.read' }, () => listLocationMaster(db));

  route(app, contract.createLocation, manage, async ({ body }) => {
    await locations.create(body);
    return { success: true, message: `Location ${body.code} added` };
  });

  route(app, contract.editLocation, manage, async ({ body: { id, ...properties } }) => {
    await locations.edit(id, properties);
    return { success: true, message: 'Location saved' };
  });

  route(app, contract.deactivateLocation, manage, async ({ body }) => {
    await locations.deactivate(body.id);
    return { success: true, message: 'Location taken out of use' };
  });

  route(app, contract.activateLocation, manage, async ({ body }) => {
    await locations.activate(body.id);
    return { success: true, message: 'Location in use again' };
  });
}
