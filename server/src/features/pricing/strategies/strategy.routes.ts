import * as contract from '@stowage/contract/pricing/price-strategies';
import { simulateStrategy } from '@stowage/contract/pricing/strategy-simulation';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { requireCosts } from '../../../platform/http/caller.ts';
import { route } from '../../../platform/http/route.ts';
import { simulate } from './simulation/simulation.service.ts';
import { listStrategies } from './strategy.read-model.ts';
import { changeStrategy, getListingStrategy } from './strategy.service.ts';
import { strategiesCsv } from './strategy-csv.ts';

const read = { permission: 'prices.read' } as const;
const change = { permission: 'listings.sync' } as const;

export function strategyRoutes(app: FastifyInstance, { db, clock, topics }: Pick<Context, 'db' | 'clock' | 'topics'>): void {
  route(app, contract.listPriceStrategies, read, ({ query: { page, ...filter } }) => listStrategies(db, filter, page));
  route(app, contract.exportPriceStrategies, read, async ({ query }) => strategiesCsv(db, query));
  route(app, contract.getPriceStrategy, read, ({ params }) => getListingStrategy(db, params.listingId));
  route(app, contract.savePriceStrategy, change, async ({ params, body }) => {
    await changeStrategy(db, params.listingId, body);
    topics.publish(contract.priceStrategiesTopic, { listing_ids: [params.listingId] });
    return { success: true };
  });
  route(app, simulateStrategy, read, async ({ params, body }, { caller }) => {
    requireCosts(caller, 'A simulation');
    return simulate({ db, clock }, params.listingId, body);
  });
}
