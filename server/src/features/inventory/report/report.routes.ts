import { HOUR_MS } from '@stowage/contract/formats/durations';
import * as contract from '@stowage/contract/inventory/report';
import { listAwaitingPutaway, moveLocalInventory, PUTAWAY_HOURS, searchLocalInventory } from '@stowage/contract/inventory/units';
import { isPermitted } from '@stowage/contract/permissions';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { route } from '../../../platform/http/route.ts';
import { successMessage } from '../../../platform/http/success.ts';
import type { UnitService } from '../units/unit.service.ts';
import { listUnitsAwaitingPutaway } from '../units/unit-search.read-model.ts';
import { listLocationSummaries } from './location-report.read-model.ts';
import type { ReportService } from './report.service.ts';
import type { StockValueService } from './stock-value.service.ts';

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly reports: ReportService;
  readonly values: StockValueService;
  readonly units: UnitService;
}

const read = { permission: 'stock.read' } as const;

export function reportRoutes(app: FastifyInstance, { db, clock, reports, values, units }: Dependencies): void {
  route(app, contract.localInventoryReport, read, () => listLocationSummaries(db));
  route(app, contract.localInventoryDetails, read, ({ body }) => reports.listDetails(body.location));
  route(app, contract.locationInventoryPriceList, read, ({ body }) => reports.listItems(body.location));
  route(app, contract.searchByIdentifier, read, ({ body }) => reports.findPlaces(body.identifier));
  route(app, contract.inventoryAdjustments, read, ({ body }) => reports.listAdjustments(body.sku ?? ''));
  route(app, contract.exportLocations, read, () => reports.exportLocations());
  route(app, contract.exportPlaces, read, ({ query }) => reports.exportPlaces(query.identifier));
  route(app, contract.exportLocationListings, read, ({ query }) => reports.exportListings(query.location));
  route(app, contract.stockAsOf, read, ({ query }) => values.listAsOf(query.at));
  route(app, contract.stockValue, read, ({ query }) => values.sumUp(query.at));
  route(app, contract.exportStockAsOf, read, ({ query }) => values.exportAsOf(query.at));
  route(app, contract.exportStockValue, read, ({ query }, { caller }) => values.exportAges(query.at, isPermitted(caller.roles, 'costs.read')));
  route(app, contract.exportLocationItems, read, ({ query }) => reports.exportItems(query.location));
  route(app, contract.exportAdjustments, read, ({ query }) => reports.exportAdjustments(query.sku));
  route(app, searchLocalInventory, read, ({ body }) => reports.findUnits(body.identifier));
  route(app, listAwaitingPutaway, read, () => listUnitsAwaitingPutaway(db, new Date(clock.now().getTime() - PUTAWAY_HOURS * HOUR_MS)));
  route(app, moveLocalInventory, { permission: 'stock.write' }, ({ body }, { caller }) =>
    successMessage('Location updated', units.move(body.id, body.location, caller.userId)),
  );
}
