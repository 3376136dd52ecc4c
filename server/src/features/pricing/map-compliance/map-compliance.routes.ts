import { utcDay } from '@stowage/contract/formats/day';
import * as contract from '@stowage/contract/pricing/map-compliance';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { csvInJsonRoute, route } from '../../../platform/http/route.ts';
import { listCompetitorPage } from './competitor.repository.ts';
import { countViolations, listViolationCounts, listViolations, listWatched, readCoverage } from './map-compliance.read-model.ts';
import type { MapComplianceService } from './map-compliance.service.ts';
import { getMapSettings, saveMapSettings } from './map-settings.repository.ts';

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly service: MapComplianceService;
}

const read = { permission: 'prices.read' } as const;
const manage = { permission: 'settings.manage' } as const;

export function mapComplianceRoutes(app: FastifyInstance, { db, clock, service }: Dependencies): void {
  route(app, contract.listMapCompetitors, read, () => listWatched(db));
  route(app, contract.mapComplianceReport, read, ({ body }) => listViolationCounts(db, body));
  route(app, contract.listMapViolations, read, async ({ body: { page, size, ...filter } }) => ({
    data: await listViolations(db, filter, { offset: page * size, limit: size }),
    totalCount: await countViolations(db, filter),
  }));
  route(app, contract.mapCoverage, read, ({ query }) => readCoverage(db, query));
  csvInJsonRoute(app, contract.exportMapViolations, read, async ({ body }) => ({
    filename: `map-violations-${body.startDate}-to-${body.endDate}-as-of-${utcDay(clock.now())}.csv`,
    csvData: await service.lines(body),
  }));

  route(app, contract.listCompetitors, manage, ({ query: { search, page, size } }) => listCompetitorPage(db, search, { offset: page * size, limit: size }));
  route(app, contract.addCompetitor, manage, async ({ body }) => ({ id: await service.add(body) }));
  route(app, contract.changeCompetitor, manage, async ({ params, body: { seen, ...change } }) => {
    await service.change(params.id, change, seen);
    return { success: true };
  });
  route(app, contract.getMapSettings, manage, () => getMapSettings(db));
  route(app, contract.saveMapSettings, manage, async ({ body }) => {
    await saveMapSettings(db, body);
    return { success: true };
  });
}
