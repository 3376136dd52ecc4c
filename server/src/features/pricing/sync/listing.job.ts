import { messageOf } from '@stowage/contract/errors';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { LISTING_JOBS, type ListingJobKind } from '@stowage/contract/pricing/listing-jobs';
import type { PriceChannel } from '@stowage/contract/pricing/pricing';
import { quantitiesTopic } from '@stowage/contract/pricing/quantities';
import type { MarketplaceSource } from '../../../integrations/marketplace/marketplace.ts';
import type { Context } from '../../../platform/context.ts';
import { connected } from '../../connection/index.ts';
import type { Filing } from '../../documents/filing/index.ts';
import { type Job, type JobContext, type JobEnd, JobImpossibleError } from '../../jobs/index.ts';
import { notify } from '../../notifications/index.ts';
import { leavePausedPrices, leaveQuantities } from '../changes/leave-unsent.service.ts';
import { planReread, rereadJob } from '../changes/reread.job.ts';
import { assignAll } from '../engine/assignment.repository.ts';
import { findLastDecided, saveDecisions } from '../engine/decision.repository.ts';
import { decideListing, limitsOf, type SyncOptions } from '../engine/decision.rules.ts';
import { countFacts, listFacts } from '../engine/listing-facts.read-model.ts';
import { isMassMove } from '../engine/price-guard.rules.ts';
import { pausedChannelsOf } from '../engine/price-pause.rules.ts';
import { getSettings } from '../engine/settings.repository.ts';
import { countUndecided } from '../held-prices/held-price.read-model.ts';
import { insertOffers, isSending } from '../quantities/quantity-send.repository.ts';
import { getMode } from '../quantities/quantity-settings.repository.ts';
import { shipmentSalesJob } from '../shipment-sales/shipment-sales.job.ts';
import { createShipmentSalesService } from '../shipment-sales/shipment-sales.service.ts';
import { continueFollowing, guardFollowed } from '../strategies/follow/follow-guard.service.ts';
import * as changes from './change.repository.ts';
import { createJobReporter, type JobReporter } from './job-reporter.ts';
import { findJobByRun, holdOpen, type ListingJobRow, listingJobPayload } from './listing-job.repository.ts';
import { OPERATION_TYPES } from './listing-job.rules.ts';
import { planPush, pushNext, waitForFeed } from './push.service.ts';
import { findUnsentPrices } from './unsent-change.repository.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'topics'> {
  readonly marketplaces: MarketplaceSource;
  readonly filing?: Filing;
}

interface Step extends Dependencies {
  readonly job: ListingJobRow;
  readonly reporter: JobReporter;
  readonly context: JobContext;
}

const BATCH = 1_000;
const PAUSED_MS = 30_000;
const SEND_PAUSE_MS = 500;
/** These jobs send no prices, so that the pause switch does not stop a clear. */
const WITHOUT_PRICES: readonly ListingJobKind[] = ['clear-listings', 'restore-listings', 'offer-quantities'];

/** The jobs that change listings on the marketplace, and the jobs that follow them. */
export function listingJobs(deps: Dependencies): Job[] {
  const changing = (Object.keys(LISTING_JOBS) as ListingJobKind[]).map((kind) => ({
    kind,
    title: LISTING_JOBS[kind],
    payload: listingJobPayload,
    run: async (_: unknown, context: JobContext) => {
      const job = await findJobByRun(deps.db, context.runId);
      // The process ended between the completion of the job and the end of its run.
      if (job?.status === 'COMPLETED') {
        await continueFollowing(deps, job);
        return undefined;
      }
      if (job === undefined || job.finishedAt !== null) throw new JobImpossibleError('This job has ended; start a new one');
      return runStep({ ...deps, job, context, reporter: createJobReporter(deps, job) });
    },
  }));
  return [...changing, rereadJob(deps), shipmentSalesJob(createShipmentSalesService(deps))];
}

async function runStep(step: Step): Promise<JobEnd> {
  const { db, job } = step;
  try {
    if (job.kind === 'assign-skus') return await assign(step);
    if (!(await changes.isPlanned(db, job.id))) {
      if (job.kind === 'clear-listings' && (await isSending(db, step.clock.now()))) return await waitForSends(step);
      if ((await prepare(step)) === 0) return await complete(step);
    }
    return await push(step);
  } catch (error) {
    if (!(error instanceof JobImpossibleError)) {
      // By a reporter of its own, which leaves nothing out: no other report follows in this step.
      await createJobReporter(step, job).report({ message: `Retrying in a moment: ${messageOf(error)}` });
    }
    throw error;
  }
}

/** A quantity that is on its way would arrive after the clear and offer the listing again. None is opened since the pause of the clear. */
async function waitForSends({ reporter }: Step): Promise<JobEnd> {
  await reporter.report({ status: 'FETCHING', message: 'Waiting for the quantities that are being sent' });
  return { againInMs: SEND_PAUSE_MS, hasProgressed: true };
}

/** Decides the changes. @returns the number of changes to send */
async function prepare(step: Step): Promise<number> {
  const { db, clock, job, reporter } = step;
  if (job.kind === 'offer-quantities') {
    return db.transaction().execute(async (tx) => {
      await holdOpen(tx, job.id);
      await insertOffers(tx, job);
      return planPush(tx, job.id);
    });
  }
  if (job.kind === 'clear-listings' || job.kind === 'restore-listings') {
    await reporter.report({ status: 'FETCHING', message: 'Reading the quantities' });
    const { clearJobId = 0, retryOfJobId } = job.payload;
    const total = await db.transaction().execute(async (tx) => {
      await holdOpen(tx, job.id);
      if (job.kind === 'clear-listings') return changes.insertClears(tx, job.id, retryOfJobId);
      return changes.insertRestores(tx, job.id, clearJobId, retryOfJobId);
    });
    await reporter.report({ status: 'BUILDING', message: `${numberText(total)} quantities to change`, total });
    return db.transaction().execute((tx) => planPush(tx, job.id));
  }
  if (job.kind === 'follow-prices') {
    await reporter.report({ status: 'BUILDING', message: 'Checking the prices against the guards' });
    const settings = await getSettings(db);
    return db.transaction().execute(async (tx) => {
      await guardFollowed(tx, job.id, { settings, now: clock.now() });
      return planPush(tx, job.id);
    });
  }
  await decideAll(step);
  return guardAll(step);
}

/** Prices the listings in batches. A restarted process continues after the last stored listing. */
async function decideAll({ db, clock, job, reporter, context }: Step): Promise<void> {
  const channel = job.payload.channel ?? 'SELLER_FULFILLED';
  const scope = { channel, retryOfJobId: job.payload.retryOfJobId };
  const total = await countFacts(db, scope);
  const last = await findLastDecided(db, job.id);
  let current = last?.count ?? 0;
  let after = last?.sku ?? '';
  await reporter.report({ status: 'FETCHING', message: 'Reading stock, price lists and offers', current, total });
  const options: SyncOptions = {
    strategy: job.payload.strategy ?? 'PERCENTAGE_OFF_MAP',
    hasQuantity: channel === 'SELLER_FULFILLED' && (await getMode(db)) !== 'PAUSED',
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
    await reporter.report({ message: `Priced ${numberText(current)} of ${numberText(total)} listings`, current });
  }
}

/** Holds likely mistakes, records the outcomes of changes that are not sent, and plans the rest. */
async function guardAll({ db, job, reporter, context }: Step): Promise<number> {
  const isPreview = job.kind === 'preview-listings';
  await reporter.report({ status: 'BUILDING', message: 'Checking the prices against the guards and the last acknowledged prices' });
  const settings = await getSettings(db);
  const { movePercent } = settings;
  const { planned, held } = await db.transaction().execute(async (tx) => {
    const { retryOfJobId } = job.payload;
    const moves = await changes.countMoves(tx, job.id, movePercent, retryOfJobId);
    const reason = `${numberText(moves.moving)} of ${numberText(moves.priced)} prices move by more than ${movePercent} %: this one needs approval`;
    const count = isMassMove(moves, limitsOf(settings)) ? await changes.holdMoves(tx, job.id, { movePercent, reason, retryOfJobId }) : 0;
    await changes.recordUnsent(tx, job.id, isPreview);
    return { planned: isPreview ? 0 : await planPush(tx, job.id), held: { count, reason } };
  });
  // Afterwards, because it uses a connection of its own.
  if (held.count > 0) await context.log('WARN', [`${numberText(held.count)} prices are held: ${held.reason}`]);
  return planned;
}

/** What a person has paused of what the job still sends. */
async function findPaused({ db, job }: Step): Promise<'prices' | 'quantities' | readonly PriceChannel[] | undefined> {
  if (job.kind === 'offer-quantities') return (await getMode(db)) === 'ON' ? undefined : 'quantities';
  if (WITHOUT_PRICES.includes(job.kind)) return undefined;
  const settings = await getSettings(db);
  if (settings.isPaused) return 'prices';
  const pausedChannels = pausedChannelsOf(settings);
  const unsent = pausedChannels.length === 0 ? undefined : await findUnsentPrices(db, job.id, pausedChannels);
  // A feed that Amazon may have must stay as it is, and may not be sent either.
  return unsent === 'IN_DOUBT' ? 'prices' : unsent && pausedChannels;
}

async function push(step: Step): Promise<JobEnd> {
  const { db, job, reporter, clock, context, marketplaces } = step;
  const paused = await findPaused(step);
  if (paused === 'prices') {
    await reporter.report({ status: 'SUBMITTING', message: 'Price pushes are paused. The job continues when they resume.' });
    return { againInMs: PAUSED_MS };
  }
  const marketplace = await connected(marketplaces, context);
  // The job would keep price syncs waiting, and its quantities will be decided again.
  if (paused === 'quantities') {
    if (!(await leaveQuantities(step, marketplace, job.id))) return waitForFeed(reporter);
  } else if (paused !== undefined) {
    // The job would keep the prices of the other channel waiting.
    await leavePausedPrices(step, job.id, paused);
  }
  if (job.status !== 'SUBMITTING') await reporter.report({ status: 'SUBMITTING', message: 'Sending the changes', current: 0 });
  const operationType = OPERATION_TYPES[job.kind];
  const pause = await pushNext({ db, clock, marketplace, job, reporter, context, operationType, mayGoOn: async () => (await findPaused(step)) === undefined });
  // Every pause counts as progress, because feeds have their own time limit of a day.
  return pause === undefined ? complete(step) : { ...pause, hasProgressed: true };
}

async function assign(step: Step): Promise<JobEnd> {
  const { db, job, reporter } = step;
  await reporter.report({ status: 'FETCHING', message: 'Comparing the FNSKUs in stock with the inventory report' });
  const counts = await db.transaction().execute((tx) => assignAll(tx, job.id));
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const summary = `${counts.ASSIGNED ?? 0} assigned, ${(counts.CONFLICT ?? 0) + (counts.TAKEN ?? 0)} in conflict, ${counts.NO_SKU ?? 0} without a SKU`;
  await reporter.report({ status: 'COMPLETED', message: total === 0 ? 'Every FNSKU in stock has its SKU' : summary, current: total, total, hasError: false });
  return undefined;
}

async function complete({ db, topics, job, reporter, context }: Step): Promise<JobEnd> {
  const counts = await changes.countOutcomes(db, job.id);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const parts = [
    ['ACCEPTED', 'accepted'],
    ['WARNING', 'accepted with a warning'],
    ['REJECTED', 'rejected'],
    ['UNCHANGED', 'unchanged'],
    ['HELD', 'held by a guard'],
    ['PREVIEW', 'would be sent'],
  ].flatMap(([outcome = '', label]) => (counts[outcome] === undefined ? [] : `${numberText(counts[outcome])} ${label}`));
  const message = parts.length === 0 ? 'There was nothing to do' : parts.join(', ');
  await context.progress({ done: total, total, message, counts: Object.fromEntries(Object.entries(counts).map(([key, value]) => [key.toLowerCase(), value])) });
  await notifyHeldPrices(db, job, counts.HELD ?? 0);
  await planReread({ db, topics }, job.id);
  await reporter.report({ status: 'COMPLETED', message, current: total, total, hasError: (counts.REJECTED ?? 0) > 0 });
  if (job.kind !== 'preview-listings') topics.publish(quantitiesTopic, { listing_ids: [] });
  await continueFollowing({ db, topics }, job);
  return undefined;
}

async function notifyHeldPrices(db: Step['db'], job: Step['job'], held: number): Promise<void> {
  if (held === 0 || job.kind === 'preview-listings') return;
  const waiting = await countUndecided(db, job.id);
  const skus = held === 1 ? 'A price guard holds 1 SKU' : `Price guards hold ${numberText(held)} SKUs`;
  const title = waiting === 0 ? skus : `${skus}, ${numberText(waiting)} for your approval`;
  const record = { kind: 'listing-job', id: job.id };
  await db.transaction().execute((tx) => notify(tx, { kind: 'price-guard', title, record, path: `/reports?type=pricing-breakdown&job=${job.code}` }));
}
