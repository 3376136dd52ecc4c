import { utcDay } from '@stowage/contract/formats/day';
import { isPermitted } from '@stowage/contract/permissions';
import * as fba from '@stowage/contract/pricing/fba-prices';
import * as feeds from '@stowage/contract/pricing/feeds';
import * as listingChanges from '@stowage/contract/pricing/listing-changes';
import * as listingJobs from '@stowage/contract/pricing/listing-jobs';
import * as pricing from '@stowage/contract/pricing/pricing';
import * as breakdown from '@stowage/contract/pricing/pricing-breakdown';
import * as sales from '@stowage/contract/pricing/shipment-sales';
import * as assignments from '@stowage/contract/pricing/sku-assignments';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { numberedPages } from '../../platform/formats/numbered-pages.ts';
import { csvInJsonRoute, route } from '../../platform/http/route.ts';
import { success } from '../../platform/http/success.ts';
import { wakeRun } from '../jobs/index.ts';
import { findLastDecision, listBreakdownJobs } from './breakdown/breakdown.read-model.ts';
import type { BreakdownService } from './breakdown/breakdown.service.ts';
import type { ListingChangeService } from './changes/listing-change.service.ts';
import { listAssignments } from './engine/assignment.repository.ts';
import { debugListing } from './engine/debug.service.ts';
import { countClearable, findExample, getSettings } from './engine/settings.repository.ts';
import { changeSettings } from './engine/settings.service.ts';
import { previewFbaUpdate } from './fba/fba-preview.service.ts';
import type { FbaPriceService } from './fba/fba-price.service.ts';
import { type FeedFilter, findFeedDetails, listFeedPage, listOpenRuns } from './feeds/feed.read-model.ts';
import { feedCsv } from './feeds/feed-csv.ts';
import type { ShipmentSalesService } from './shipment-sales/shipment-sales.service.ts';
import { findJobByCode } from './sync/listing-job.repository.ts';
import type { ListingJobService } from './sync/listing-job.service.ts';
import type { UndoService } from './sync/undo.service.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock'> {
  readonly jobs: ListingJobService;
  readonly changes: ListingChangeService;
  readonly undos: UndoService;
  readonly fbaPrices: FbaPriceService;
  readonly shipmentSales: ShipmentSalesService;
  readonly breakdowns: BreakdownService;
}

const read = { permission: 'listings.read' } as const;
const sync = { permission: 'listings.sync' } as const;
const manage = { permission: 'settings.manage' } as const;

export function pricingRoutes(app: FastifyInstance, deps: Dependencies): void {
  syncRoutes(app, deps);
  breakdownRoutes(app, deps);
  feedRoutes(app, deps);
}

function syncRoutes(app: FastifyInstance, { db, clock, jobs, changes, undos, fbaPrices, shipmentSales }: Dependencies): void {
  const starts = [
    { endpoint: listingJobs.syncPercentageOffMap, kind: 'sync-listings', strategy: 'PERCENTAGE_OFF_MAP' },
    { endpoint: listingJobs.previewPercentageOffMap, kind: 'preview-listings', strategy: 'PERCENTAGE_OFF_MAP' },
    { endpoint: listingJobs.syncLowestPrice, kind: 'sync-listings', strategy: 'LOWEST_PRICE' },
    { endpoint: listingJobs.previewLowestPrice, kind: 'preview-listings', strategy: 'LOWEST_PRICE' },
  ] as const;
  for (const { endpoint, kind, strategy } of starts) {
    route(app, endpoint, sync, async (_, { caller }) => ({ jobId: await jobs.start(kind, { strategy, channel: 'SELLER_FULFILLED' }, caller.userId) }));
  }
  route(app, listingJobs.debugSync, sync, ({ body }, { caller }) => debugListing({ db, clock }, body.merchantSku, isPermitted(caller.roles, 'costs.read')));
  route(app, listingJobs.clearListings, manage, async ({ body }, { caller }) => ({ jobId: await jobs.clear(body?.listings, caller.userId) }));
  route(app, listingJobs.restoreQuantities, manage, async ({ params }, { caller }) => ({ jobId: await undos.restore(params.jobId, caller.userId) }));
  route(app, assignments.assignSkus, sync, async (_, { caller }) => ({ jobId: await jobs.start('assign-skus', {}, caller.userId) }));
  route(app, assignments.undoAssignment, sync, ({ params }) => undos.undoAssignment(params.jobId));
  route(app, assignments.listAssignments, read, async ({ params }) => {
    const job = await findJobByCode(db, params.jobId);
    if (job === undefined) throw new AppError('not_found', 'There is no such job');
    return listAssignments(db, job.id);
  });
  route(app, assignments.chooseSku, sync, async ({ params, body }) => {
    await undos.choose(params.jobId, body);
    return { success: true };
  });
  route(app, listingChanges.listChanges, read, ({ params, query }) => changes.page(params.jobId, { only: query.only, page: query.page }));
  route(app, listingChanges.exportChanges, read, ({ params, query }) => changes.lines(params.jobId, query.only));
  route(app, listingChanges.retryRejected, sync, async ({ params }, { caller }) => ({ jobId: await jobs.retryRejected(params.jobId, caller) }));
  route(app, listingJobs.listListingJobs, read, () => jobs.list());
  route(app, listingJobs.getListingJob, read, ({ params }) => jobs.get(params.jobId));
  route(app, pricing.getPricingSettings, sync, async () => ({
    ...(await getSettings(db)),
    clearableListings: await countClearable(db),
    example: await findExample(db),
  }));
  route(app, pricing.savePricingSettings, manage, ({ body }) => success(changeSettings(db, body)));
  route(app, fba.updateFbaPrice, sync, ({ body }, { caller }) => fbaPrices.update(body, caller));
  route(app, fba.bulkUpdateFbaPrices, sync, (_, { caller }) => fbaPrices.updateAll(caller.userId));
  route(app, fba.previewFbaPrices, sync, () => previewFbaUpdate({ db, clock }));
  route(app, sales.requestShipmentSales, sync, (_, { caller }) => shipmentSales.request(caller.userId));
  route(app, sales.retrieveShipmentSales, sync, () => shipmentSales.retrieve());
  route(app, sales.getShipmentSales, read, () => shipmentSales.newest());
  route(app, sales.exportShipmentSales, read, async () => shipmentSales.lines());
}

function breakdownRoutes(app: FastifyInstance, { db, clock, breakdowns }: Dependencies): void {
  const report = { permission: 'prices.read' } as const;
  route(app, breakdown.breakdownJobs, report, () => listBreakdownJobs(db));
  route(app, breakdown.breakdownData, report, ({ body }) => breakdowns.page(body));
  route(app, breakdown.breakdownSummary, report, ({ query }) => breakdowns.summary(query));
  route(app, breakdown.lastDecision, report, async ({ query }) => ({ decision: (await findLastDecision(db, query.sku)) ?? null }));
  csvInJsonRoute(app, breakdown.exportBreakdown, report, async ({ body }, { caller }) => ({
    filename: `pricing-breakdown-${utcDay(clock.now())}.csv`,
    csvData: breakdowns.lines(body, isPermitted(caller.roles, 'costs.read')),
  }));
}

function feedRoutes(app: FastifyInstance, { db, clock }: Dependencies): void {
  const wanted = ({ needsLook, ...filter }: FeedFilter & { readonly needsLook: boolean }) => ({ ...filter, ...(needsLook && { needsLookAt: clock.now() }) });
  route(app, feeds.listFeeds, read, async ({ query: { page, size, sort, descending, ...filter } }) => {
    const { feeds: data, totalCount } = await listFeedPage(db, wanted(filter), { offset: page * size, limit: size, sort, descending });
    return { data, ...numberedPages(totalCount, { size, page }) };
  });
  route(app, feeds.exportFeeds, read, async ({ query: { sort, descending, ...filter } }) => feedCsv(db, wanted(filter), { sort, descending }));
  route(app, feeds.getFeed, read, async ({ params }) => {
    const feed = await findFeedDetails(db, params.jobIdOrFeedSubmissionId);
    if (feed === undefined) throw new AppError('not_found', 'There is no such feed');
    return feed;
  });
  route(app, feeds.checkFeeds, sync, async ({ body }) => {
    const runs = await listOpenRuns(db, body.feedIds);
    for (const run of runs) await wakeRun(db, run);
    return { success: true, checkedCount: runs.length };
  });
}
