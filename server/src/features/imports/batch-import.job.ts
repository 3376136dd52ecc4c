import { STARTABLE_JOBS, type StartableJob } from '@stowage/contract/jobs';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { Marketplace, MarketplaceSource } from '../../integrations/marketplace/marketplace.ts';
import type { OperationName } from '../../integrations/marketplace/operations.ts';
import { MAX_BATCH } from '../../integrations/marketplace/products.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DB } from '../../platform/database/schema.generated.ts';
import { isKindOpen, type Job, type JobContext, type JobEnd } from '../jobs/index.ts';
import { alignProducts, listDueAsins, saveCatalogueItems } from './catalogue-item.repository.ts';
import { connected, needsAccount } from './connected.ts';
import { listDueListings, saveFees } from './fee-estimate.repository.ts';
import { importCounts, NO_COUNTS, type Saved, withBatch } from './import-counts.ts';
import { hasListings } from './marketplace-listing.repository.ts';
import { listAsins, saveOffers } from './offer.repository.ts';
import { textProblem } from './storable.rules.ts';

interface Dependencies {
  readonly db: Kysely<DB>;
  readonly clock: Clock;
  readonly marketplaces: MarketplaceSource;
}

/** An import that asks about some of our listings at a time, in the order of their keys. */
interface BatchImport<Item = unknown> {
  readonly kind: StartableJob;
  readonly cron: string;
  /** The calls that a batch takes; the slowest decides the pace. */
  readonly operations: readonly OperationName[];
  /** The next ones that are due after this key. */
  readonly next: (page: { after: string; limit: number; now: Date }) => Promise<readonly Item[]>;
  readonly keyOf: (item: Item) => string;
  /** @returns what was kept, and why the others were not */
  readonly work: (marketplace: Marketplace, items: readonly Item[]) => Promise<{ saved: Saved; refused: readonly string[] }>;
}

/** Longer than that a job does not wait for its turn: it rests, and others have the worker. */
const MAX_WAIT_MS = 1_000;
const LISTINGS_POLL_MS = 15_000;
const MAX_LISTINGS_POLLS = 80;

const place = z.object({ after: z.string().default(''), polls: z.number().default(0), counts: importCounts.default(NO_COUNTS) });

/** The imports of what the marketplace knows of our products: catalogue, offers, fees. */
export function batchImportJobs({ db, clock, marketplaces }: Dependencies): Job[] {
  const catalogue: BatchImport<string> = {
    kind: 'import-catalogue',
    cron: '55 */4 * * *',
    operations: ['searchCatalogItems'],
    next: (page) => listDueAsins(db, page),
    keyOf: (asin) => asin,
    work: async (marketplace, asins) => {
      const told = await marketplace.catalogueItems(asins);
      const problems = new Map(told.map((item) => [item.asin, textProblem(item, ['title', 'imageUrl'])]));
      const items = told.filter(({ asin }) => problems.get(asin) === undefined);
      const known = new Set(items.map(({ asin }) => asin));
      const saved = await saveCatalogueItems(db, { asins, items, now: clock.now() });
      await alignProducts(db, [...known]);
      return {
        saved,
        refused: asins.filter((asin) => !known.has(asin)).map((asin) => `${asin}: ${problems.get(asin) ?? "the marketplace's catalogue does not know it"}`),
      };
    },
  };
  const offers: BatchImport<string> = {
    kind: 'import-offers',
    cron: '5 */6 * * *',
    operations: ['getItemOffersBatch', 'getCompetitiveSummary'],
    next: (page) => listAsins(db, page),
    keyOf: (asin) => asin,
    work: async (marketplace, asins) => {
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
    keyOf: ({ sku }) => sku,
    work: async (marketplace, listings) => saveFees(db, { listings, answers: await marketplace.feesFor(listings), now: clock.now() }),
  };
  const toJob = <Item>(definition: BatchImport<Item>): Job => ({
    kind: definition.kind,
    title: STARTABLE_JOBS[definition.kind],
    payload: z.object({}).loose(),
    cron: definition.cron,
    isWanted: needsAccount(marketplaces),
    run: async (_, context) => importBatches(definition, { db, clock, context, marketplace: await connected(marketplaces, context) }),
  });
  return [toJob(catalogue), toJob(offers), toJob(fees)];
}

async function importBatches<Item>(
  definition: BatchImport<Item>,
  { db, clock, context, marketplace }: { db: Kysely<DB>; clock: Clock; context: JobContext; marketplace: Marketplace },
): Promise<JobEnd> {
  let { after, polls, counts } = place.parse(context.memory);
  if (polls < MAX_LISTINGS_POLLS && (!(await hasListings(db)) || (await isKindOpen(db, 'import-listings')))) {
    await context.remember({ polls: polls + 1 });
    await context.progress({ message: 'Waiting for the import of listings' });
    return { againInMs: LISTINGS_POLL_MS };
  }
  let hasProgressed = false;
  for (;;) {
    const items = await definition.next({ after, limit: MAX_BATCH, now: clock.now() });
    const last = items.at(-1);
    if (last === undefined) break;
    const waitMs = Math.max(...definition.operations.map((operation) => marketplace.readyInMs(operation)));
    if (waitMs > MAX_WAIT_MS) return { againInMs: waitMs, hasProgressed };
    const { saved, refused } = await definition.work(marketplace, items);
    after = definition.keyOf(last);
    counts = withBatch(counts, { saved, kept: items.length - refused.length, rejected: refused.length });
    await context.log('REJECTED', refused);
    await context.remember({ after, counts });
    hasProgressed = true;
    await context.progress({ done: counts.read, counts: { ...counts }, message: `${counts.read.toLocaleString('en')} asked about` });
  }
  await context.progress({
    done: counts.read,
    counts: { ...counts },
    message: counts.read === 0 ? 'Nothing was due' : `${counts.read.toLocaleString('en')} asked about`,
  });
  return undefined;
}
