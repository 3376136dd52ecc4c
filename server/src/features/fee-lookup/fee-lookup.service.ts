import { FEE_LOOKUP_MESSAGES } from '@stowage/contract/fee-lookup';
import type { Kysely } from 'kysely';
import type { Marketplace, MarketplaceSource } from '../../integrations/marketplace/marketplace.ts';
import { MarketplaceError } from '../../integrations/marketplace/marketplace-error.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DB } from '../../platform/database/schema.generated.ts';
import { findFee, findProduct, type KnownFee, saveFee } from './fee-lookup.repository.ts';

interface Dependencies {
  readonly db: Kysely<DB>;
  readonly clock: Clock;
  readonly marketplaces: MarketplaceSource;
}

export interface FeeLookupService {
  /**
   * @param isStranger whether nobody is signed in
   * @throws AppError `rate_limited` when the marketplace can't be asked now and nothing is known
   */
  lookUp(asin: string, isStranger: boolean): Promise<{ fee: KnownFee; isStale: boolean }>;
}

const KEEP_MS = 24 * 60 * 60 * 1000;
/** Longer than this our own people do not wait for their turn; what is old is shown instead. */
const MAX_WAIT_MS = 5_000;
const TRY_AGAIN_SECONDS = 10;
/** Fees depend on a price; where nobody knows one, the marketplace is asked with this. */
const PRICE_TO_ASK_WITH_CENTS = 1_000;
/** What an old answer is better than. */
const PASSING: readonly string[] = ['rate_limited', 'upstream_failed'];

export function createFeeLookupService({ db, clock, marketplaces }: Dependencies): FeeLookupService {
  /** One question at a time per product, however many ask it. */
  const underWay = new Map<string, Promise<KnownFee>>();
  let isStrangerAsking = false;

  const ask = async (asin: string, maxWaitMs: number): Promise<KnownFee> => {
    const marketplace = await marketplaces.current();
    if (marketplace === undefined) throw new AppError('upstream_failed', FEE_LOOKUP_MESSAGES.failed);
    if (marketplace.readyInMs('getMyFeesEstimateForASIN') > maxWaitMs) throw tooMany();
    const fee = await readFee(db, marketplace, { asin, now: clock.now() });
    await saveFee(db, fee);
    return fee;
  };
  /** Strangers ask one at a time, and only when nobody waits for a turn: however many they are, our own people find theirs. */
  const askForStranger = async (asin: string): Promise<KnownFee> => {
    if (isStrangerAsking) throw tooMany();
    isStrangerAsking = true;
    try {
      return await ask(asin, 0);
    } finally {
      isStrangerAsking = false;
    }
  };
  const askOnce = (asin: string, isStranger: boolean): Promise<KnownFee> => {
    const asked = underWay.get(asin) ?? (isStranger ? askForStranger(asin) : ask(asin, MAX_WAIT_MS)).finally(() => underWay.delete(asin));
    underWay.set(asin, asked);
    return asked;
  };

  return {
    async lookUp(asin, isStranger) {
      const known = await findFee(db, asin);
      if (known !== undefined && clock.now().getTime() - known.readAt.getTime() < KEEP_MS) return { fee: known, isStale: false };
      try {
        return { fee: await askOnce(asin, isStranger), isStale: false };
      } catch (error) {
        const isPassing = error instanceof MarketplaceError || (error instanceof AppError && PASSING.includes(error.code));
        if (!isPassing) throw error;
        if (known !== undefined) return { fee: known, isStale: true };
        if (error instanceof AppError) throw error;
        throw new AppError('upstream_failed', FEE_LOOKUP_MESSAGES.failed);
      }
    },
  };
}

function tooMany(): AppError {
  return new AppError('rate_limited', 'Too many lookups right now. Please try again in a minute.', { retryAfterSeconds: TRY_AGAIN_SECONDS });
}

async function readFee(db: Kysely<DB>, marketplace: Marketplace, { asin, now }: { asin: string; now: Date }): Promise<KnownFee> {
  const product = await findProduct(db, asin);
  const found = product.title === null || product.imageUrl === null ? (await marketplace.catalogueItems([asin])).find((item) => item.asin === asin) : undefined;
  const priceCents = product.priceCents ?? PRICE_TO_ASK_WITH_CENTS;
  const estimate = await marketplace.estimateFees(asin, priceCents);
  return {
    asin,
    title: product.title ?? found?.title ?? null,
    imageUrl: product.imageUrl ?? found?.imageUrl ?? null,
    price: decimal(priceCents),
    isPriceKnown: product.priceCents !== null,
    fulfilment: estimate === undefined ? null : decimal(estimate.fulfilmentCents),
    referral: estimate === undefined ? null : decimal(estimate.referralCents),
    readAt: now,
  };
}

function decimal(cents: number): string {
  return (cents / 100).toFixed(2);
}
