import { LISTING_JOBS, type ListingJobKind } from '@stowage/contract/pricing/pricing';
import type { MarketplaceSource } from '../../../integrations/marketplace/marketplace.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabasePool } from '../../../platform/database/connect.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import { connected } from '../../connection/index.ts';
import { type Job, type JobContext, type JobEnd, JobImpossibleError } from '../../jobs/index.ts';
import { notify } from '../../notifications/index.ts';
import { planReread, rereadJob } from '../changes/reread.job.ts';
import { assignAll } from '../engine/assignment.repository.ts';
import { findLastDecided, saveDecisions } from '../engine/decision.repository.ts';
import { decideListing, limitsOf, type SyncOptions } from '../engine/decision.rules.ts';
import { isMassMove } from '../engine/guard.rules.ts';
import { countFacts, listFacts } from '../engine/listing-facts.read-model.ts';
import { getSettings } from '../engine/settings.repository.ts';
import { shipmentSalesJob } from '../shipment-sales/shipment-sales.job.ts';
import { createShipmentSalesService } from '../shipment-sales/shipment-sales.service.ts';
import * as changes from './change.repository.ts';
import { createJobReporter, type JobReporter } from './job-reporter.ts';
import { findJobByRun, type ListingJobRow, listingJobPayload } from './listing-job.repository.ts';
import { planPush, pushNext } from './push.service.ts';

interface Dependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly topics: Topics;
  readonly marketplaces: MarketplaceSource;
}

interface Step extends Dependencies {
  readonly job: ListingJobRow;
  readonly reporter: JobReporter;
  readonly context: JobContext;
}

/** Listings are priced and kept so many at a time, whatever their number. */
const BATCH = 1_000;
const PAUSED_MS = 30_000;
/** What these send is no price: the switch that pauses prices must not keep anybody from selling nothing. */
const WITHOUT_PRICES: readonly ListingJobKind[] = ['clear-listings', 'restore-listings'];

/** The jobs that change listings on the marketplace, and what follows them. */
export function listingJobs(deps: Dependencies): Job[] {
  const changing = (Object.keys(LISTING_JOBS) as ListingJobKind[]).map((kind) => ({
    kind,
    title: LISTING_JOBS[kind],
    payload: listingJobPayload,
    run: async (_: unknown, context: JobContext) => {
      const job = await findJobByRun(deps.db, context.runId);
      if (job === undefined || job.finishedAt !== null) throw new JobImpossibleError('This job has ended; start a new one');
      return runStep({ ...deps, job, context, reporter: createJobReporter(deps, job.id) });
    },
  }));
  return [...changing, rereadJob(deps) as unknown as Job, shipmentSalesJob(createShipmentSalesService(deps)) as unknown as Job];
}

async function runStep(step: Step): Promise<JobEnd> {
  const { db, job } = step;
  try {
    if (job.kind === 'assign-skus') return await assign(step);
    if (!(await changes.isPlanned(db, job.id))) {
      const sent = await prepare(step);
      if (sent === 0) return await complete(step);
    }
    return await push(step);
  } catch (error) {
    if (!(error instanceof JobImpossibleError))
      await step.reporter.tell({ message: `It goes on in a moment: ${error instanceof Error ? error.message : error}` });
    throw error;
  }
}

/** Decides what shall change. @returns how many changes are to go out */
async function prepare(step: Step): Promise<number> {
  const { db, job, reporter } = step;
  if (job.kind === 'clear-listings' || job.kind === 'restore-listings') {
    await reporter.tell({ status: 'FETCHING', message: 'Reading the quantities' });
    const { clearJobId = 0, retryOfJobId } = job.payload;
    const total = await (job.kind === 'clear-listings'
      ? changes.insertClears(db, job.id, retryOfJobId)
      : changes.insertRestores(db, job.id, clearJobId, retryOfJobId));
    await reporter.tell({ status: 'BUILDING', message: `${total.toLocaleString('en')} quantities to change`, total });
    return db.transaction().execute((tx) => planPush(tx, job.id));
  }
  await decideAll(step);
  return guardAll(step);
}

/** Prices every listing, batch by batch; a killed process goes on behind the last that it kept. */
async function decideAll({ db, clock, job, reporter, context }: Step): Promise<void> {
  const channel = job.payload.channel ?? 'SELLER_FULFILLED';
  const scope = { channel, retryOfJobId: job.payload.retryOfJobId };
  const total = await countFacts(db, scope);
  const last = await findLastDecided(db, job.id);
  let current = last?.count ?? 0;
  let after = last?.sku ?? '';
  await reporter.tell({ status: 'FETCHING', message: 'Reading stock, price lists and offers', current, total });
  const options: SyncOptions = {
    strategy: job.payload.strategy ?? 'PERCENTAGE_OFF_MAP',
    hasQuantity: channel === 'SELLER_FULFILLED',
    now: clock.now().getTime(),
    settings: await getSettings(db),
  };
  for (;;) {
    const facts = await listFacts(db, { ...scope, after, limit: BATCH });
    const end = facts.at(-1);
    if (end === undefined) break;
    await saveDecisions(
      db,
      job.id,
      facts.map((one) => decideListing(one, options)),
    );
    after = end.sku;
    current += facts.length;
    await context.progress({ done: current, total, message: 'Pricing' });
    await reporter.tell({ message: `Priced ${current.toLocaleString('en')} of ${total.toLocaleString('en')} listings`, current });
  }
}

/** Holds what looks like a mistake, settles what is not sent, and plans the rest. */
async function guardAll({ db, job, reporter, context }: Step): Promise<number> {
  const isPreview = job.kind === 'preview-listings';
  await reporter.tell({ status: 'BUILDING', message: 'Holding the prices against the guards and against what the marketplace has' });
  const settings = await getSettings(db);
  return db.transaction().execute(async (tx) => {
    const { retryOfJobId } = job.payload;
    const moves = await changes.countMoves(tx, job.id, settings.movePercent, retryOfJobId);
    if (isMassMove(moves, limitsOf(settings))) {
      const reason = `${moves.moving.toLocaleString('en')} of ${moves.priced.toLocaleString('en')} prices move by more than ${settings.movePercent} %: this one needs approval`;
      const held = await changes.holdMoves(tx, job.id, { movePercent: settings.movePercent, reason, retryOfJobId });
      if (held > 0) await context.log('WARN', [`${held.toLocaleString('en')} prices are held: ${reason}`]);
    }
    await changes.settleUnsent(tx, job.id, isPreview);
    return isPreview ? 0 : planPush(tx, job.id);
  });
}

async function push(step: Step): Promise<JobEnd> {
  const { db, job, reporter, clock, context, marketplaces } = step;
  if (!WITHOUT_PRICES.includes(job.kind) && (await getSettings(db)).isPaused) {
    await reporter.tell({ status: 'SUBMITTING', message: 'Price pushes are paused. It goes on when they are not.' });
    return { againInMs: PAUSED_MS };
  }
  const marketplace = await connected(marketplaces, context);
  if (job.status !== 'SUBMITTING') await reporter.tell({ status: 'SUBMITTING', message: 'Sending the changes', current: 0 });
  const operationType = { 'clear-listings': 'CLEAR', 'restore-listings': 'RESTORE', 'fba-prices': 'FBA_PRICE' }[job.kind as string] ?? 'INVENTORY_SYNC';
  const again = await pushNext({ db, clock, marketplace, job, reporter, context, operationType });
  // A feed has an end of its own: a day after it was submitted it is given up.
  return again === undefined ? complete(step) : { ...again, hasProgressed: true };
}

async function assign(step: Step): Promise<JobEnd> {
  const { db, job, reporter } = step;
  await reporter.tell({ status: 'FETCHING', message: 'Comparing the FNSKUs in stock with the inventory report' });
  const counts = await db.transaction().execute((tx) => assignAll(tx, job.id));
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const words = `${counts.ASSIGNED ?? 0} assigned, ${(counts.CONFLICT ?? 0) + (counts.TAKEN ?? 0)} in conflict, ${counts.NO_SKU ?? 0} without a SKU`;
  await reporter.tell({ status: 'COMPLETED', message: total === 0 ? 'Every FNSKU in stock has its SKU' : words, current: total, total, hasError: false });
  return undefined;
}

async function complete({ db, topics, job, reporter, context }: Step): Promise<JobEnd> {
  const counts = await changes.countOutcomes(db, job.id);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const said = [
    ['ACCEPTED', 'accepted'],
    ['WARNING', 'accepted with a warning'],
    ['REJECTED', 'rejected'],
    ['UNCHANGED', 'unchanged'],
    ['HELD', 'held by a guard'],
    ['PREVIEW', 'would be sent'],
  ].flatMap(([outcome = '', words]) => (counts[outcome] === undefined ? [] : `${counts[outcome].toLocaleString('en')} ${words}`));
  const message = said.length === 0 ? 'There was nothing to do' : said.join(', ');
  await context.progress({ done: total, total, message, counts: Object.fromEntries(Object.entries(counts).map(([key, value]) => [key.toLowerCase(), value])) });
  await tellHeld(db, job, counts.HELD ?? 0);
  await planReread({ db, topics }, job.id);
  await reporter.tell({ status: 'COMPLETED', message, current: total, total, hasError: (counts.REJECTED ?? 0) > 0 });
  return undefined;
}

/** A preview asks for nothing. */
async function tellHeld(db: Step['db'], job: Step['job'], held: number): Promise<void> {
  if (held === 0 || job.kind === 'preview-listings') return;
  const title = held === 1 ? 'A price guard holds 1 SKU back' : `Price guards hold ${held.toLocaleString('en')} SKUs back`;
  const record = { kind: 'listing-job', id: job.id };
  await db.transaction().execute((tx) => notify(tx, { kind: 'price-guard', title, record, path: '/reports?type=pricing-breakdown' }));
}
