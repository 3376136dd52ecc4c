import * as contract from '@stowage/contract/inventory/locations';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { route } from '../../../platform/http/route.ts';
import { successMessage } from '../../../platform/http/success.ts';
import type { GenerateLocations } from './generate-locations.ts';
import { listLocationMaster } from './location-master.read-model.ts';
import type { LocationMasterService } from './location-master.service.ts';

const manage = { permission: 'locations.manage' } as const;

interface Dependencies {
  readonly db: Database;
  readonly locations: LocationMasterService;
  readonly generate: GenerateLocations;
}

export function locationMasterRoutes(app: FastifyInstance, { db, locations, generate }: Dependencies): void {
  route(app, contract.listLocationMaster, { permission: 'stock.read' }, () => listLocationMaster(db));
  route(app, contract.createLocation, manage, ({ body }) => successMessage(`Location ${body.code} added`, locations.create(body)));
  route(app, contract.editLocation, manage, ({ body: { id, seen, ...changes } }) => successMessage('Location saved', locations.edit(id, changes, seen)));
  route(app, contract.generateLocations, manage, async ({ body }) => ({ success: true, ...(await generate(body)) }));
  route(app, contract.deactivateLocation, manage, ({ body }) => successMessage('Location deactivated', locations.deactivate(body.id)));
  route(app, contract.activateLocation, manage, ({ body }) => successMessage('Location activated', locations.activate(body.id)));
}
