import { HOUR_MS } from '@stowage/contract/formats/durations';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { STARTABLE_JOBS, type StartableJob } from '@stowage/contract/jobs/jobs';
import type { EventType } from '@stowage/contract/marketplace-events/marketplace-events';
import * as z from 'zod';
import { MAX_BATCH } from '../../integrations/marketplace/calls/products.ts';
import type { Marketplace, MarketplaceSource } from '../../integrations/marketplace/marketplace.ts';
import type { OperationName } from '../../integrations/marketplace/transport/operations.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Context } from '../../platform/context.ts';
import type { DatabasePool } from '../../platform/database/connection/connect.ts';
import { connected, needsAccount } from '../connection/index.ts';
import { isKindOpen, type Job, type JobContext, type JobEnd } from '../jobs/index.ts';
import { isPollDue } from '../marketplace-events/index.ts';
import { importCounts, NO_COUNTS, type Saved, withBatch } from './import-counts.ts';
import { saveOffers } from './offers/offer.repository.ts';
import { countOfferAsins, isListed, listOfferAsins, type OfferAsin } from './offers/offer-asin.read-model.ts';
import { alignProducts, countDueAsins, listDueAsins, saveCatalogItems } from './reports/catalog-item.repository.ts';
import { countDueListings, listDueListings, saveFees } from './reports/fee-estimate.repository.ts';
import { hasListings } from './reports/marketplace-listing.repository.ts';
import { textProblem } from './storable.rules.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock'> {
  readonly marketplaces: MarketplaceSource;
}

/** An import that queries our listings in batches, sorted by key. */
interface BatchImport<Item = unknown> {
  readonly kind: StartableJob;
  readonly cron: string;
  /** While these events arrive, it runs once in twelve hours. */
  readonly eventType?: EventType;
  /** The calls of a batch; the one with the lowest rate limit decides the pace. */
  readonly operations: readonly OperationName[];
  /** The next due items after a key. */
  readonly next: (page: { after: string; limit: number; now: Date; startedAt: Date }) => Promise<readonly Item[]>;
  /** The number of due items at the start of a run, and further figures. */
  readonly count: (now: Date) => Promise<{ total: number; output?: Readonly<Record<string, number>> }>;
  /** The name of the figure that a batch adds to. */
  readonly outputOf?: (items: readonly Item[]) => string;
  readonly keyOf: (item: Item) => string;
  /** @returns the saved items, and the reasons for the others */
  readonly work: (marketplace: Marketplace, items: readonly Item[]) => Promise<{ saved: Saved; refused: readonly string[] }>;
}

/** When the rate limit delays a call longer than this, the job pauses so that other jobs can run. */
const MAX_WAIT_MS = 1_000;
const WITH_EVENTS_EVERY_MS = 12 * HOUR_MS;
const LISTINGS_POLL_MS = 15_000;
const MAX_LISTINGS_POLLS = 80;

/** After this time, products without a price list wait for the next run, which starts every six hours. */
const OTHERS_END_AFTER_MS = 5.5 * HOUR_MS;

/** The position of a run in its memory, where a restart continues. */
const position = z.object({
  after: z.string().default(''),
  polls: z.number().default(0),
  startedAt: z.string().nullish(),
  sampled: z.record(z.string(), z.number()).default({}),
  counts: importCounts.default(NO_COUNTS),
});

/** The imports of the marketplace's data about our products: catalog, offers and fees. */
export function batchImportJobs({ db, clock, marketplaces }: Dependencies): Job[] {
  const catalog: BatchImport<string> = {
    kind: 'import-catalogue',
    cron: '55 */4 * * *',
    operations: ['searchCatalogItems'],
    next: (page) => listDueAsins(db, page),
    count: async (now) => ({ total: await countDueAsins(db, { after: '', now }) }),
    keyOf: (asin) => asin,
    work: async (marketplace, asins) => {
      const found = await marketplace.catalogItems(asins);
      const problems = new Map(found.map((item) => [item.asin, textProblem(item, ['title', 'imageUrl'])]));
      const items = found.filter(({ asin }) => problems.get(asin) === undefined);
      const known = new Set(items.map(({ asin }) => asin));
      const saved = await saveCatalogItems(db, { asins, items, now: clock.now() });
      await alignProducts(db, [...known]);
      return {
        saved,
        refused: asins.filter((asin) => !known.has(asin)).map((asin) => `${asin}: ${problems.get(asin) ?? "it is not in the marketplace's catalog"}`),
      };
    },
  };
  const offers: BatchImport<OfferAsin> = {
    kind: 'import-offers',
    cron: '5 */6 * * *',
    eventType: 'ANY_OFFER_CHANGED',
    operations: ['getItemOffersBatch', 'getCompetitiveSummary'],
    next: (page) => listOfferAsins(db, { ...page, hasTime: page.now.getTime() - page.startedAt.getTime() < OTHERS_END_AFTER_MS }),
    count: async () => {
      const { listed, others, unknown } = await countOfferAsins(db);
      return { total: listed + others, output: { 'ASINs of price lists': listed, 'Other ASINs': others, 'Price list items without a known ASIN': unknown } };
    },
    outputOf: (items) => (isListed(items[0]?.key ?? '') ? 'ASINs of price lists sampled' : 'Other ASINs sampled'),
    keyOf: ({ key }) => key,
    work: async (marketplace, items) => {
      const asins = items.map(({ asin }) => asin);
      const sample = {
        New: await marketplace.offersFor(asins, 'New'),
        Used: await marketplace.offersFor(asins, 'Used'),
        prices: await marketplace.competitivePrices(asins),
      };
      return saveOffers(db, sample, { asins, ownSellerId: marketplace.sellerId, now: clock.now() });
    },
  };
  const fees: BatchImport<Awaited<ReturnType<typeof listDueListings>>[number]> = {
    kind: 'import-fees',
    cron: '35 5 * * *',
    operations: ['getMyFeesEstimates'],
    next: (page) => listDueListings(db, page),
    count: async (now) => ({ total: await countDueListings(db, { after: '', now }) }),
    keyOf: ({ sku }) => sku,
    work: async (marketplace, listings) => saveFees(db, { listings, answers: await marketplace.feesFor(listings), now: clock.now() }),
  };
  const hasAccount = needsAccount(marketplaces);
  const isDue = async ({ kind, eventType: type }: Pick<BatchImport, 'kind' | 'eventType'>) =>
    type === undefined || isPollDue({ db, clock }, { kind, type, everyMs: WITH_EVENTS_EVERY_MS });
  const toJob = <Item>(definition: BatchImport<Item>): Job => ({
    kind: definition.kind,
    title: STARTABLE_JOBS[definition.kind],
    cron: definition.cron,
    isWanted: async () => (await hasAccount()) && (await isDue(definition)),
    run: async (_, context) => importBatches(definition, { db, clock, context, marketplace: await connected(marketplaces, context) }),
  });
  return [toJob(catalog), toJob(offers), toJob(fees)];
}

async function importBatches<Item>(
  definition: BatchImport<Item>,
  { db, clock, context, marketplace }: { db: DatabasePool; clock: Clock; context: JobContext; marketplace: Marketplace },
): Promise<JobEnd> {
  const memory = position.parse(context.memory);
  let { after, counts, sampled } = memory;
  const { polls } = memory;
  if (polls < MAX_LISTINGS_POLLS && (!(await hasListings(db)) || (await isKindOpen(db, 'import-listings')))) {
    await context.remember({ polls: polls + 1 });
    await context.progress({ message: 'Waiting for the import of listings' });
    return { againInMs: LISTINGS_POLL_MS };
  }
  const startedAt = memory.startedAt == null ? clock.now() : new Date(memory.startedAt);
  if (memory.startedAt == null) {
    await context.progress(await definition.count(startedAt));
    await context.remember({ startedAt: startedAt.toISOString() });
  }
  let hasProgressed = false;
  for (;;) {
    const items = await definition.next({ after, limit: MAX_BATCH, now: clock.now(), startedAt });
    const last = items.at(-1);
    if (last === undefined) break;
    const waitMs = Math.max(...(await Promise.all(definition.operations.map((operation) => marketplace.readyInMs(operation)))));
    if (waitMs > MAX_WAIT_MS) return { againInMs: waitMs, hasProgressed };
    const { saved, refused } = await definition.work(marketplace, items);
    after = definition.keyOf(last);
    counts = withBatch(counts, { saved, valid: items.length - refused.length, rejected: refused.length });
    await context.log('REJECTED', refused);
    const name = definition.outputOf?.(items);
    if (name !== undefined) sampled = { ...sampled, [name]: (sampled[name] ?? 0) + items.length };
    await context.remember({ after, counts, sampled });
    hasProgressed = true;
    await context.progress({ done: counts.read, counts: { ...counts }, output: sampled, message: `${numberText(counts.read)} checked` });
  }
  const message = counts.read === 0 ? 'Nothing was due' : `${numberText(counts.read)} checked`;
  await context.progress({ done: counts.read, counts: { ...counts }, message });
  return undefined;
}
