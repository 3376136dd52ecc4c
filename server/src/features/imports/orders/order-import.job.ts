import { DAY_MS, HOUR_MS } from '@stowage/contract/formats/durations';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { STARTABLE_JOBS } from '@stowage/contract/jobs/jobs';
import * as z from 'zod';
import type { Marketplace, MarketplaceSource } from '../../../integrations/marketplace/marketplace.ts';
import { MarketplaceError } from '../../../integrations/marketplace/marketplace-error.ts';
import type { Context } from '../../../platform/context.ts';
import type { DatabasePool } from '../../../platform/database/connection/connect.ts';
import { connected, needsAccount } from '../../connection/index.ts';
import { type Job, type JobContext, type JobEnd, JobImpossibleError } from '../../jobs/index.ts';
import { isPollDue } from '../../marketplace-events/index.ts';
import type { ReservationService } from '../../orders/index.ts';
import { importCounts, NO_COUNTS, withBatch } from '../import-counts.ts';
import { findMark, saveMark, saveOrders, withoutKnown } from './order.repository.ts';
import { orderProblem } from './order.rules.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock'> {
  readonly marketplaces: MarketplaceSource;
  readonly reservations: ReservationService;
}

const KIND = 'import-orders';
const FIRST_REACH_MS = 30 * DAY_MS;
/** The marketplace's lists lag behind. Orders that are read twice change nothing. */
const OVERLAP_MS = 10 * 60 * 1000;
/** The marketplace's answers are complete only up to this time ago. */
const LAG_MS = 2 * 60 * 1000;
const MAX_WAIT_MS = 1_000;

/** The position of a run in its memory. The page token is valid for a day, and only for this `since`. */
const position = z.object({
  since: z.string().nullish(),
  token: z.string().nullish(),
  completeUntil: z.string().nullish(),
  isRestarted: z.boolean().default(false),
  isBasic: z.boolean().default(false),
  counts: importCounts.default(NO_COUNTS),
});

/** Imports the seller-fulfilled orders that have changed since the last run, page by page. */
export function orderImportJob(deps: Dependencies): Job {
  return {
    kind: KIND,
    title: STARTABLE_JOBS[KIND],
    cron: '*/10 * * * *',
    isWanted: async () => (await needsAccount(deps.marketplaces)()) && (await isPollDue(deps, { kind: KIND, type: 'ORDER_CHANGE', everyMs: HOUR_MS })),
    run: async (_, context) => importOrders(deps, { context, marketplace: await connected(deps.marketplaces, context) }),
  };
}

async function importOrders(
  { db, clock, reservations }: Dependencies,
  { context, marketplace }: { context: JobContext; marketplace: Marketplace },
): Promise<JobEnd> {
  const at = position.parse(context.memory);
  const since = new Date(at.since ?? (await startOf(db, markOf(marketplace), clock.now())));
  let completeUntil = at.completeUntil ?? new Date(clock.now().getTime() - LAG_MS).toISOString();
  let token = at.token ?? undefined;
  let counts = at.counts;
  let isBasic = at.isBasic;
  let hasProgressed = false;
  for (;;) {
    const waitMs = await marketplace.readyInMs('searchOrders');
    if (waitMs > MAX_WAIT_MS) return { againInMs: waitMs, hasProgressed };
    const page = await marketplace.orderPage(since, token, { isBasic }).catch(refusal);
    if ('refused' in page) {
      // A page token expires after a day; the run then starts over once.
      if (token !== undefined && !at.isRestarted) {
        await context.remember({ since: null, token: null, completeUntil: null, isRestarted: true, counts: NO_COUNTS });
        return { againInMs: 0 };
      }
      // The marketplace has refused optional fields before, for a day and for some sellers.
      if (isBasic) throw new JobImpossibleError(page.refused);
      isBasic = true;
      await context.remember({ isBasic });
      await context.log('WARN', [`${page.refused}; requesting the orders without status and amounts`]);
      continue;
    }
    const problems = page.orders.map(orderProblem).filter((problem) => problem !== undefined);
    const orders = page.orders.filter((order) => orderProblem(order) === undefined);
    const complete = isBasic ? await withoutKnown(db, orders) : orders;
    const saved = await saveOrders(db, complete, clock.now());
    // Includes unchanged orders, because a run that ended after saving a page reconciles it when it reads the page again.
    await reservations.reconcile(complete.map(({ orderId }) => orderId));
    counts = withBatch(counts, { saved, valid: orders.length, rejected: problems.length });
    if (token === undefined && page.completeUntil !== undefined) completeUntil = page.completeUntil.toISOString();
    token = page.nextToken;
    await context.log('REJECTED', problems);
    await context.remember({ since: since.toISOString(), token: token ?? null, completeUntil, counts });
    hasProgressed = true;
    await context.progress({ done: counts.read, counts: { ...counts }, message: `${numberText(counts.read)} changed orders` });
    if (token === undefined) {
      // Orders without a status are incomplete, so the next run requests the same range again.
      if (!isBasic) await saveMark(db, markOf(marketplace), new Date(completeUntil));
      return undefined;
    }
  }
}

/** @returns the reason when the marketplace refuses the request */
function refusal(error: unknown): { refused: string } {
  if (error instanceof MarketplaceError && error.status === 400) return { refused: error.message };
  throw error;
}

/** The mark of an account; another account starts from the beginning. */
const markOf = ({ sellerId, marketplaceId }: Marketplace) => [KIND, sellerId, marketplaceId].join(' ');

async function startOf(db: DatabasePool, kind: string, now: Date): Promise<number> {
  const mark = await findMark(db, kind);
  return mark === undefined ? now.getTime() - FIRST_REACH_MS : mark.getTime() - OVERLAP_MS;
}
